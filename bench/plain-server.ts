import { createServer } from "node:http";

// Gives everybody one answer: `plain-server.ts PORT ANSWER`, with the raw answer in base64.

const [port, encoded = ""] = process.argv.slice(2);
const answer = Buffer.from(encoded, "base64");
const end = answer.indexOf("\r\n\r\n");
const [first = "", ...lines] = answer.toString("latin1", 0, end).split("\r\n");
const headers = lines
  .filter((line) => !/^(date|connection|keep-alive):/i.test(line))
  .flatMap((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 2)]);
const status = Number(first.split(" ")[1]);
const body = answer.subarray(end + 4);

createServer((_request, response) => void response.writeHead(status, headers).end(body)).listen(
  Number(port),
  "127.0.0.1",
  () => process.send?.("ready"),
);
