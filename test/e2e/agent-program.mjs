#!/usr/bin/env node
import process from "node:process";
/**
 * Stands in for the client program that the Agent SDK starts: says what it has to at the start, asks the question that the
 * prompt holds as JSON, and gives the SDK's response back as its result.
 */
import { createInterface } from "node:readline";

function say(message) {
  process.stdout.write(`${JSON.stringify(message)}\n`);
}

for await (const line of createInterface({ input: process.stdin })) {
  const { type, request_id, message, response } = JSON.parse(line);
  switch (type) {
    case "control_request": // `initialize`
      say({ type: "control_response", response: { subtype: "success", request_id, response: {} } });
      break;
    case "user": {
      const [{ text }] = message.content;
      say({
        type: "control_request",
        request_id: "question",
        request: { subtype: "elicitation", ...JSON.parse(text) },
      });
      break;
    }
    case "control_response":
      say({ type: "result", subtype: "success", is_error: false, result: JSON.stringify(response), session_id: "s" });
      process.exit(0);
  }
}
