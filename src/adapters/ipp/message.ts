// IPP messages (RFC 8010) as bytes: what is sent to a printer and what it answers. What breaks the format is refused and
// never guessed.

export const OPERATIONS = {
  printJob: 0x0002,
  cancelJob: 0x0008,
  getJobAttributes: 0x0009,
  getJobs: 0x000a,
  getPrinterAttributes: 0x000b,
} as const;

export const GROUPS = { operation: 0x01, job: 0x02, printer: 0x04 } as const;
const END_OF_ATTRIBUTES = 0x03;
const FIRST_VALUE_TAG = 0x10;

/** The kinds of values that are sent. A printer may answer with more; see {@link decodeIpp}. */
export const TAGS = {
  integer: 0x21,
  boolean: 0x22,
  enum: 0x23,
  /** Written as `600x600dpi`. */
  resolution: 0x32,
  text: 0x41,
  name: 0x42,
  keyword: 0x44,
  uri: 0x45,
  charset: 0x47,
  language: 0x48,
  mimeType: 0x49,
} as const;
const DATE_TIME = 0x31;
const RANGE = 0x33;
const COLLECTION_BEGINS = 0x34;
const COLLECTION_ENDS = 0x37;
const MEMBER_NAME = 0x4a;
const DEEPEST_COLLECTION = 8;
const WITH_LANGUAGE = new Set([0x35, 0x36]);
const FIXED_BYTES: Readonly<Record<number, number>> = {
  [TAGS.integer]: 4,
  [TAGS.enum]: 4,
  [TAGS.boolean]: 1,
  [DATE_TIME]: 11,
  [TAGS.resolution]: 9,
  [RANGE]: 8,
};
const MOST_ATTRIBUTES = 5_000;

export type IppValue = string | number | boolean;

export interface IppAttribute {
  readonly name: string;
  readonly tag: number;
  readonly values: readonly IppValue[];
  /** Values that are collections: the members of each. They are read and never sent. */
  readonly collections?: readonly (readonly IppAttribute[])[];
}

export interface IppGroup {
  readonly tag: number;
  readonly attributes: readonly IppAttribute[];
}

/** `code` is the operation of a request, the status of an answer. */
export interface IppMessage {
  /** Major version times 256 plus the minor one: 0x0200 is 2.0. */
  readonly version: number;
  readonly code: number;
  readonly requestId: number;
  readonly groups: readonly IppGroup[];
}

/** The bytes are not an IPP message. */
export class IppFormatError extends Error {
  override readonly name = 'IppFormatError';
}

const utf8 = new TextEncoder();

const RESOLUTION = /^(\d+)x(\d+)dp(i|cm)$/;
const PER_INCH = 3;
const PER_CENTIMETRE = 4;

function resolutionBytes(value: IppValue): Buffer {
  const [, across, down, unit] = RESOLUTION.exec(String(value)) ?? [];
  const bytes = Buffer.alloc(9);
  bytes.writeInt32BE(Number(across), 0);
  bytes.writeInt32BE(Number(down), 4);
  bytes.writeInt8(unit === 'i' ? PER_INCH : PER_CENTIMETRE, 8);
  return bytes;
}

const resolutionText = (bytes: Buffer): string =>
  `${bytes.readInt32BE(0)}x${bytes.readInt32BE(4)}dp${bytes.readInt8(8) === PER_INCH ? 'i' : 'cm'}`;

function valueBytes(tag: number, value: IppValue): Buffer {
  if (tag === TAGS.resolution) return resolutionBytes(value);
  if (typeof value === 'string') return Buffer.from(utf8.encode(value));
  if (typeof value === 'boolean') return Buffer.from([value ? 1 : 0]);
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}

function attributeBytes({ name, tag, values }: IppAttribute): Buffer {
  return Buffer.concat(
    values.flatMap((value, index) => {
      // A further value of the same attribute has an empty name.
      const nameBytes = index === 0 ? Buffer.from(name, 'ascii') : Buffer.alloc(0);
      const bytes = valueBytes(tag, value);
      const head = Buffer.alloc(3);
      head.writeUInt8(tag, 0);
      head.writeUInt16BE(nameBytes.length, 1);
      const length = Buffer.alloc(2);
      length.writeUInt16BE(bytes.length);
      return [head, nameBytes, length, bytes];
    }),
  );
}

/** The message as bytes, without the document that may follow it. */
export function encodeIpp(message: IppMessage): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt16BE(message.version, 0);
  head.writeUInt16BE(message.code, 2);
  head.writeInt32BE(message.requestId, 4);
  return Buffer.concat([
    head,
    ...message.groups.flatMap((group) => [Buffer.from([group.tag]), ...group.attributes.map(attributeBytes)]),
    Buffer.from([END_OF_ATTRIBUTES]),
  ]);
}

/** Reads bytes from the front; asking for more than there are is a format error. */
function reader(bytes: Uint8Array) {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  const take = (count: number): Buffer => {
    if (at + count > buffer.length) throw new IppFormatError('the message ends in the middle');
    at += count;
    return buffer.subarray(at - count, at);
  };
  return {
    take,
    uint8: () => take(1).readUInt8(),
    uint16: () => take(2).readUInt16BE(),
    int32: () => take(4).readInt32BE(),
    rest: () => buffer.subarray(at),
  };
}

type Reader = ReturnType<typeof reader>;

/** Null for a kind of value that nothing here asks for; its bytes are read over. */
function readValue(tag: number, bytes: Buffer): IppValue | null {
  const length = FIXED_BYTES[tag];
  if (length !== undefined && bytes.length !== length) {
    throw new IppFormatError(`a value of the kind ${tag} has ${bytes.length} bytes`);
  }
  if (tag === TAGS.integer || tag === TAGS.enum) return bytes.readInt32BE();
  if (tag === TAGS.boolean) return bytes.readUInt8() !== 0;
  if (tag === TAGS.resolution) return resolutionText(bytes);
  if (WITH_LANGUAGE.has(tag)) {
    const inner = reader(bytes);
    inner.take(inner.uint16());
    return inner.take(inner.uint16()).toString('utf8');
  }
  if (tag >= 0x40 && tag < 0x60) return bytes.toString('utf8');
  return null;
}

/** An attribute while its values are read. */
interface ReadAttribute extends IppAttribute {
  readonly values: IppValue[];
  readonly collections: (readonly IppAttribute[])[];
}

/** Takes a value's bytes in, with all of a collection that begins there. */
function takeValue(from: Reader, tag: number, attribute: ReadAttribute, depth = 0): void {
  const value = readValue(tag, from.take(from.uint16()));
  if (tag === COLLECTION_BEGINS) attribute.collections.push(readCollection(from, depth + 1));
  else if (value !== null) attribute.values.push(value);
}

/** The members of a collection, up to and with its end. */
function readCollection(from: Reader, depth: number): IppAttribute[] {
  if (depth > DEEPEST_COLLECTION) throw new IppFormatError('its collections lie too deep in each other');
  const members: ReadAttribute[] = [];
  for (;;) {
    const tag = from.uint8();
    if (tag < FIRST_VALUE_TAG) throw new IppFormatError('a collection does not end');
    from.take(from.uint16());
    if (tag === COLLECTION_ENDS) {
      from.take(from.uint16());
      return members;
    }
    if (tag === MEMBER_NAME) {
      const name = from.take(from.uint16()).toString('latin1');
      members.push({ name, tag, values: [], collections: [] });
      if (members.length > MOST_ATTRIBUTES) throw new IppFormatError('it has far too many attributes');
      continue;
    }
    const member = members.at(-1);
    if (!member) throw new IppFormatError('a value of a collection belongs to no member');
    takeValue(from, tag, member, depth);
  }
}

/**
 * Reads a message; `document` is what follows it. Values of kinds that the desk has no use for (dates, ranges) are left out.
 *
 * @throws IppFormatError when the bytes are no whole message
 * @example decodeIpp(answer).message.code // 0x0000: successful-ok
 */
export function decodeIpp(bytes: Uint8Array): {
  readonly message: IppMessage;
  readonly document: Uint8Array;
} {
  const from = reader(bytes);
  const version = from.uint16();
  const major = version >> 8;
  if (major < 1 || major > 2) throw new IppFormatError('it is not of a version of IPP that is known');
  const code = from.uint16();
  const requestId = from.int32();
  const groups: { tag: number; attributes: ReadAttribute[] }[] = [];
  let count = 0;
  for (;;) {
    const tag = from.uint8();
    if (tag === END_OF_ATTRIBUTES) break;
    if (tag < FIRST_VALUE_TAG) {
      groups.push({ tag, attributes: [] });
      continue;
    }
    const group = groups.at(-1);
    if (!group) throw new IppFormatError('an attribute stands outside of every group');
    if ((count += 1) > MOST_ATTRIBUTES) throw new IppFormatError('it has far too many attributes');
    const name = from.take(from.uint16()).toString('latin1');
    if (name !== '') group.attributes.push({ name, tag, values: [], collections: [] });
    const attribute = group.attributes.at(-1);
    if (!attribute) throw new IppFormatError('a further value belongs to no attribute');
    takeValue(from, tag, attribute);
  }
  return { message: { version, code, requestId, groups }, document: from.rest() };
}

type Attributes = Pick<IppGroup, 'attributes'>;

/** The values of an attribute in a group of the message; none when it is missing. */
export function valuesOf(group: Attributes | undefined, name: string): readonly IppValue[] {
  return group?.attributes.find((attribute) => attribute.name === name)?.values ?? [];
}

/** The collections that an attribute has as its values, each to be asked like a group. */
export function collectionsOf(group: Attributes | undefined, name: string): Attributes[] {
  const collections = group?.attributes.find((attribute) => attribute.name === name)?.collections ?? [];
  return collections.map((attributes) => ({ attributes }));
}

export const textsOf = (group: IppGroup | undefined, name: string): string[] =>
  valuesOf(group, name).filter((value) => typeof value === 'string');

/** The first number of an attribute; null when it has none. */
export function numberOf(group: Attributes | undefined, name: string): number | null {
  return valuesOf(group, name).find((value) => typeof value === 'number') ?? null;
}
