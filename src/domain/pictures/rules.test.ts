import { describe, expect, it } from "vitest";
import { isPublicPicture } from "./rules.ts";

const own = "http://192.168.1.7:3000";
const web = `https://example.org/a.jpg https://EXAMPLE.org./a.jpg http://8.8.8.8/a.jpg http://172.15.0.1/a http://172.32.0.1/a
  http://100.63.0.1/a http://100.128.0.1/a http://192.169.0.1/a http://198.17.0.1/a http://198.20.0.1/a http://223.1.1.1/a
  http://11.0.0.1/a http://[2606:4700::1111]/a http://[2001:4860:4860::8888]/a http://[3fff::1]/a https://local.example/a
  https://mylocalhost.org/a https://xn--bcher-kva.example/a`;
const inside = `http://127.0.0.1/a.jpg http://127.1/a http://127.0.0.1./a http://2130706433/a http://0x7f000001/a http://0x7f.1/a
  http://0177.0.0.1/a http://017700000001/a http://0/a http://0.0.0.0/a http://10.1.2.3/a http://172.16.0.1/a http://172.31.255.255/a
  http://192.168.1.1/a http://3232235777/a http://169.254.169.254/latest http://100.64.0.1/a http://100.127.255.255/a http://192.0.0.8/a
  http://198.18.0.1/a http://198.19.0.1/a http://224.0.0.1/a http://255.255.255.255/a http://240.0.0.1/a http://１２７.0.0.1/a
  http://%31%32%37.0.0.1/a http://[::1]/a http://[::]/a http://[::ffff:127.0.0.1]/a http://[::ffff:c0a8:101]/a http://[::127.0.0.1]/a
  http://[0:0:0:0:0:0:0:1]/a http://[fe80::1]/a http://[fec0::1]/a http://[fc00::1]/a http://[fd12:3456::1]/a http://[ff02::1]/a
  http://[64:ff9b::7f00:1]/a http://[2002:7f00:1::]/a http://[2001::7f00:1]/a http://[2001:0:1::1]/a http://localhost/a
  http://LOCALHOST:3000/a http://localhost./a http://a.localhost/a http://a.localhost./a http://router/a http://printer.local/a
  http://db.internal/a http://nas.home.arpa/a http://user:pw@127.0.0.1/a http://192.168.1.7:3001/a https://192.168.1.7:3000/a`;
const words = (text: string) => text.split(/\s+/);

describe("isPublicPicture", () => {
  it.each(words(web))("accepts %s", (address) => {
    expect(isPublicPicture(address, own)).toBe(true);
  });

  it.each(words(inside))("refuses %s", (address) => {
    expect(isPublicPicture(address, own)).toBe(false);
  });

  it("accepts our own address, even in a private network, and our own paths", () => {
    expect(isPublicPicture("http://192.168.1.7:3000/scenes/cleanup.svg", own)).toBe(true);
    expect(isPublicPicture("http://192.168.1.7:3000/scenes/cleanup.svg", null)).toBe(false);
    expect(isPublicPicture("/pictures/00000000-0000-7000-8000-000000000000.webp", own)).toBe(true);
  });
});
