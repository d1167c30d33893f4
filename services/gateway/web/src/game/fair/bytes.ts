/** Bytes as domino-deal/1 writes them. */
import { BadGame } from "../tile";

export type Bytes = Uint8Array<ArrayBuffer>;

const text = new TextEncoder();

/** Reads hexadecimal; throws BadGame that names what was read. */
export function fromHex(hex: string, what: string): Bytes {
  if (!/^([0-9a-fA-F]{2})*$/.test(hex)) {
    throw new BadGame(`${what}: want hexadecimal digits, two for each byte`);
  }
  return Uint8Array.from(hex.match(/../g) ?? [], (byte) => parseInt(byte, 16));
}

/** Writes hexadecimal in small letters. */
export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (b) => b.toString(16).padStart(2, "0")).join("");
}

/** The UTF-8 of a text. */
export function utf8(s: string): Bytes {
  return text.encode(s);
}

/** A number in four bytes, the high one first. */
export function u32(n: number): Bytes {
  return Uint8Array.of(n >>> 24, n >>> 16, n >>> 8, n);
}

/** All of them in a row. */
export function joined(...parts: readonly Uint8Array[]): Bytes {
  const out = new Uint8Array(parts.reduce((sum, p) => sum + p.length, 0));
  let at = 0;
  for (const p of parts) {
    out.set(p, at);
    at += p.length;
  }
  return out;
}

/** A length in one byte, then the bytes; throws BadGame for more than 255. */
export function counted(bytes: Uint8Array, what: string): Bytes {
  if (bytes.length > 255) {
    throw new BadGame(`${what} has ${bytes.length} bytes: want at most 255`);
  }
  return joined(Uint8Array.of(bytes.length), bytes);
}

/** SHA-256. */
export async function sha256(bytes: Bytes): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
}

/** A function that makes HMAC-SHA-256 under a key. */
export async function hmac(key: Bytes): Promise<(bytes: Bytes) => Promise<Bytes>> {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const imported = await crypto.subtle.importKey("raw", key, algorithm, false, ["sign"]);
  return async (bytes) => new Uint8Array(await crypto.subtle.sign("HMAC", imported, bytes));
}
