// Loaded before a server (`node --import`), it simulates the web: every name resolves to a public address, and
// connections to that address reach OTHER_WEB_PORT on this machine.
import { promises } from "node:dns";
import { syncBuiltinESMExports } from "node:module";
import net from "node:net";

const anybodys = "93.184.215.14";
const connect = net.connect;

promises.lookup = (async () => [{ address: anybodys, family: 4 }]) as unknown as typeof promises.lookup;
net.connect = ((to: net.TcpNetConnectOpts, ...rest: []) =>
  to.host === anybodys
    ? connect({ host: "127.0.0.1", port: Number(process.env["OTHER_WEB_PORT"]) })
    : connect(to, ...rest)) as typeof net.connect;
syncBuiltinESMExports();
