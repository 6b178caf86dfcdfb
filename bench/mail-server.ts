import { SMTPServer } from "smtp-server";

// A mail server in a process of its own, so that its own work is not counted. It takes every mail, and tells its parent
// how many came, under how many message ids, and over how many connections.

const ids = new Set<string>();
let [mails, connections] = [0, 0];
const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ["STARTTLS"],
  onConnect(_, done) {
    connections++;
    done();
  },
  onData(stream, _, done) {
    const pieces: Buffer[] = [];
    stream.on("data", (piece: Buffer) => pieces.push(piece));
    stream.on("end", () => {
      const [, id = ""] = /^Message-ID: <(.+)>\r$/im.exec(Buffer.concat(pieces).toString("latin1")) ?? [];
      ids.add(id);
      mails++;
      done();
    });
  },
});
smtp.listen(0, "127.0.0.1", () => {
  const address = smtp.server.address();
  process.send?.({ port: typeof address === "object" ? address?.port : 0 });
});
process.on("message", () => process.send?.({ mails, different: ids.size, connections }));
process.on("disconnect", () => process.exit(0));
