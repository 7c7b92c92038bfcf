import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { TokenParser, Tokenizer, TokenType } from '@streamparser/json';
import type { Geometry } from 'geojson';
import { DatasetRefusal } from '../refusal.ts';
import type { SourceFile } from '../source-folder.ts';
import { toWgs84, unknownProjection, type ToWgs84 } from './projection.ts';

/** `project`: from the file's coordinates to WGS 84. */
type GeoJsonFeature = { properties: Record<string, unknown>; geometry: Geometry | null; project: ToWgs84 };

/**
 * Streams the features of a FeatureCollection: one in memory at a time. Degrees (RFC 7946), or the projection that its
 * `crs` member names.
 * @throws DatasetRefusal for a truncated file, or one without features
 */
export async function* readGeoJson(file: SourceFile): AsyncGenerator<GeoJsonFeature> {
  const members = await membersAround(file.path);
  const project = toWgs84(epsgIn(members, file), file.name);
  let found: GeoJsonFeature[] = [];
  let count = 0;
  const parser = featureParser(({ properties, geometry }) => {
    found.push({ properties: properties ?? {}, geometry: geometry ?? null, project });
  });
  try {
    for await (const bytes of createReadStream(file.path)) {
      parser.write(bytes as Buffer);
      count += found.length;
      yield* found;
      found = [];
    }
    if (!parser.isEnded) throw new Error('the document is not complete');
  } catch (error) {
    if (error instanceof DatasetRefusal) throw error;
    throw new DatasetRefusal(`${file.name} : ce GeoJSON est tronqué ou mal formé.`, { cause: error });
  }
  requireWhole(file, { count, matched: Number(MATCHED.exec(members)?.[1] ?? count) });
}

/** Parses the features of a document, written by blocks. */
function featureParser(onFeature: (feature: Partial<GeoJsonFeature>) => void): Tokenizer {
  const tokenizer = new Tokenizer();
  const values = new TokenParser({ paths: ['$.features.*'], keepStack: false });
  values.onValue = ({ value }) => onFeature(value as Partial<GeoJsonFeature>);
  values.onEnd = () => tokenizer.end();
  tokenizer.onToken = withPositions((token) => values.write(token));
  return tokenizer;
}

type Token = Parameters<Tokenizer['onToken']>[0];

/**
 * Passes tokens on, with an array of numbers as one value of its exact size: the parser's arrays have room for 17
 * numbers, and a coastline has millions of positions.
 */
function withPositions(pass: (token: Token) => void): (token: Token) => void {
  // `[`, a number, a comma, a number…
  let held: Token[] = [];
  let numbers: number[] = [];
  const taken = (): Token[] => {
    const tokens = held;
    held = [];
    numbers = [];
    return tokens;
  };
  return (token) => {
    if (isClosing(token, held)) {
      const value = numbers.slice() as unknown as number;
      taken();
      pass({ ...token, token: TokenType.NUMBER, value });
    } else if (isNext(token, held)) {
      held.push(token);
      if (token.token === TokenType.NUMBER) numbers.push(token.value as number);
    } else {
      for (const one of taken()) pass(one);
      if (token.token === TokenType.LEFT_BRACKET) held.push(token);
      else pass(token);
    }
  };
}

const isClosing = ({ token }: Token, held: Token[]): boolean =>
  token === TokenType.RIGHT_BRACKET && held.length > 0 && held.length % 2 === 0;

const isNext = ({ token }: Token, held: Token[]): boolean =>
  held.length > 0 && token === (held.length % 2 === 1 ? TokenType.NUMBER : TokenType.COMMA);

const CRS = /"crs"\s*:\s*(?<value>null|"[^"]*"|\{[^{}]*(?:\{[^{}]*\})?)?/;
const MATCHED = /"numberMatched"\s*:\s*(\d+)/;

/** A server gives a limited number of objects (WFS), and says how many there are. */
function requireWhole({ name }: SourceFile, { count, matched }: { count: number; matched: number }): void {
  if (count >= matched) return;
  throw new DatasetRefusal(`${name} : ${count} objets sur les ${matched} de la couche, à exporter entière.`);
}

const AROUND_BYTES = 2_048;

/** Members written before and after the features: some servers put theirs last. */
async function membersAround(path: string): Promise<string> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const read = async (start: number): Promise<string> => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(AROUND_BYTES), 0, AROUND_BYTES, start);
      return buffer.toString('utf8', 0, bytesRead);
    };
    const [head, tail] = [await read(0), await read(Math.max(0, size - AROUND_BYTES))];
    return `${head.split('"features"')[0] ?? ''} ${tail.split(/\}\s*\]/).at(-1) ?? ''}`;
  } finally {
    await file.close();
  }
}

const DEGREES = '4326';
const IN_DEGREES =
  /^(?:urn:ogc:def:crs:OGC:[\d.]*:|https?:\/\/www\.opengis\.net\/def\/crs\/OGC\/[\d.]+\/|OGC:)?CRS84$/i;
const EPSG =
  /^(?:urn:(?:x-)?ogc:def:crs:|https?:\/\/www\.opengis\.net\/(?:def\/crs\/|gml\/srs\/))?EPSG(?::[\d.]*:|\/[\d.]+\/|\.xml#|:)(\d+)$/i;

/**
 * EPSG code of the `crs` member of the former standard: a name, an address, or `{"code": 2154}`. A file without it is in
 * degrees (RFC 7946). @throws DatasetRefusal
 */
function epsgIn(members: string, { name: file }: SourceFile): string {
  const crs = CRS.exec(members);
  const value = (crs?.groups?.['value'] ?? '').replaceAll(String.raw`\/`, '/');
  if (crs === null || value === 'null') return DEGREES;
  const code = codeIn(value);
  if (code === undefined) throw unknownProjection(file, 'membre « crs »');
  return code;
}

const NAMES = [/"(?:name|href)"\s*:\s*"([^"]+)"/, /^"(.*)"$/];

function codeIn(value: string): string | undefined {
  const name = NAMES.map((pattern) => pattern.exec(value)?.[1]).find((text) => text !== undefined) ?? '';
  if (IN_DEGREES.test(name)) return DEGREES;
  return EPSG.exec(name)?.[1] ?? /"code"\s*:\s*"?(\d+)/.exec(value)?.[1];
}
