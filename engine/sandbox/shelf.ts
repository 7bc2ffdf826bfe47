/**
 * The images of scripts, as many as there is room for: those that were called last. One that is gone is made again from its
 * source, which gives the same image, so that scripts that fill their memory cost time, and not the memory of the process.
 */
import type { Image } from "./image.ts";

export interface Shelf {
  readonly keep: (key: object, image: Image) => void;
  /** `undefined`: it is not kept any more */
  readonly take: (key: object) => Image | undefined;
}

/** `most`: bytes of all images together; the one that came last is kept whatever its size */
export function createShelf(most: number): Shelf {
  const images = new Map<object, Image>();
  let size = 0;
  return {
    keep(key, image) {
      images.set(key, image);
      size += image.bytes.length;
      for (const [oldest, { bytes }] of images) {
        if (size <= most || oldest === key) return;
        images.delete(oldest);
        size -= bytes.length;
      }
    },
    take(key) {
      const image = images.get(key);
      if (image === undefined) return undefined;
      images.delete(key);
      images.set(key, image); // last again
      return image;
    },
  };
}
