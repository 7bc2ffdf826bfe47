/**
 * The images of scripts, as many as there is room for: those that were called last. One that is gone is made again from its
 * source, which gives the same image, so that scripts that fill their memory cost time, and not the memory of the process.
 */
import type { Image } from "./image.ts";

export interface Shelf {
  /** The image under that key, or the one that `make` gives, which is kept */
  readonly take: (key: object, make: () => Image) => Image;
}

/** `most`: bytes of all images together; the one that was taken last is kept whatever its size */
export function createShelf(most: number): Shelf {
  const images = new Map<object, Image>();
  let size = 0;
  return {
    take(key, make) {
      const known = images.get(key);
      const image = known ?? make();
      if (known === undefined) size += image.bytes.length;
      else images.delete(key); // put last again
      images.set(key, image);
      for (const [oldest, { bytes }] of images) {
        if (size <= most || oldest === key) break;
        images.delete(oldest);
        size -= bytes.length;
      }
      return image;
    },
  };
}
