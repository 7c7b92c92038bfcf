import { nameIn, type Document, type Schema } from './document.ts';

/** Python's own words, which cannot be the name of a field in a class. */
const RESERVED = new Set(['and', 'as', 'class', 'from', 'global', 'if', 'import', 'in', 'is', 'not', 'or', 'pass']);
const isName = (text: string): boolean => /^[A-Za-z_]\w*$/.test(text) && !RESERVED.has(text);
const SIMPLE: Record<string, string> = {
  string: 'str',
  integer: 'int',
  number: 'float',
  boolean: 'bool',
  null: 'None',
  object: 'dict[str, Any]',
};

/** The types of a document, in Python: a `TypedDict` for each object. Alike objects share one. */
export class PythonTypes {
  readonly #written = new Map<string, string>();
  /** By what they hold, without descriptions. */
  readonly #names = new Map<string, string>();
  readonly #document: Document;

  constructor(document: Document) {
    this.#document = document;
    for (const [name, schema] of Object.entries(document.components.schemas)) this.#component(name, schema);
  }

  /** The type's expression; `name` is given to an object that has none. */
  of(schema: Schema, name: string): string {
    const { $ref, type } = schema;
    if ($ref !== undefined) return nameIn($ref);
    const choices = schema.anyOf ?? schema.oneOf;
    if (choices !== undefined) return unionOf(choices.map((one, rank) => this.of(one, choiceName(name, one, rank))));
    const literal = schema.enum ?? (schema.const === undefined ? undefined : [schema.const]);
    if (literal !== undefined) return `Literal[${literal.map(pythonOf).join(', ')}]`;
    if (Array.isArray(type)) return unionOf(type.map((one) => this.of({ ...schema, type: one }, name)));
    return this.#whole(schema, name);
  }

  /** The type of a schema that is neither a choice nor a value. */
  #whole(schema: Schema, name: string): string {
    const { type, items = {}, properties, additionalProperties: values } = schema;
    if (type === 'array') return `list[${this.of(items, singular(name))}]`;
    if (properties !== undefined) return this.#object(schema, name);
    if (typeof values === 'object') return `dict[str, ${this.of(values, `${name}Value`)}]`;
    return SIMPLE[String(type)] ?? 'Any';
  }

  /** Names of what is written, sorted. */
  get names(): string[] {
    return [...this.#written.keys()].toSorted();
  }

  /** The module of all types asked so far. */
  toString(): string {
    return [...this.#written.values()].join('\n\n');
  }

  #component(name: string, schema: Schema): void {
    if (schema.properties === undefined) this.#written.set(name, `${name} = ${quotedNames(this.of(schema, name))}\n`);
    else this.#write(name, schema);
  }

  #object(schema: Schema, wanted: string): string {
    const content = JSON.stringify(schema, (key, value: unknown) => (key === 'description' ? undefined : value));
    const known = this.#names.get(content);
    if (known !== undefined) return known;
    const name = this.#free(wanted);
    this.#names.set(content, name);
    this.#write(name, schema);
    return name;
  }

  #free(wanted: string): string {
    const isTaken = (name: string): boolean => this.#written.has(name) || name in this.#document.components.schemas;
    let name = wanted;
    for (let rank = 2; isTaken(name); rank += 1) name = `${wanted}${rank}`;
    return name;
  }

  #write(name: string, { properties = {}, required = [], description }: Schema): void {
    // Taken before its parts are named.
    this.#written.set(name, '');
    const fields = Object.entries(properties).map(([field, schema]) => {
      const type = this.of(schema, `${name}${pascal(field)}`);
      return { field, schema, type: required.includes(field) ? type : `NotRequired[${type}]` };
    });
    this.#written.delete(name);
    this.#written.set(name, typedDict(name, fields, description));
  }
}

type Field = { field: string; schema: Schema; type: string };

function typedDict(name: string, fields: Field[], description: string | undefined): string {
  if (fields.some(({ field }) => !isName(field))) {
    const entries = fields.map(({ field, type }) => `    ${pythonOf(field)}: "${type.replaceAll('"', "'")}",\n`);
    return `${name} = TypedDict("${name}", {\n${entries.join('')}})\n`;
  }
  const lines = fields.flatMap(({ field, schema, type }) => [
    `    ${field}: ${type}`,
    ...(schema.description === undefined ? [] : [`    ${docstring(schema.description, 4)}`]),
  ]);
  const said = description === undefined ? [] : [`    ${docstring(description, 4)}`];
  const body = [...said, ...lines];
  return `class ${name}(TypedDict):\n${(body.length > 0 ? body : ['    pass']).join('\n')}\n`;
}

function unionOf(types: string[]): string {
  const others = [...new Set(types)].filter((one) => one !== 'None');
  return [...others, ...(types.includes('None') ? ['None'] : [])].join(' | ');
}

/** An event is named by its type: `StatementIssuedEvent`. */
function choiceName(name: string, { properties }: Schema, rank: number): string {
  const type = properties?.['type']?.const;
  if (typeof type === 'string') return `${pascal(type)}${name}`;
  return rank === 0 ? name : `${name}${rank + 1}`;
}

/** An alias is evaluated when it is read, before the classes that it names are all there. */
const quotedNames = (expression: string): string => `Union["${expression.replaceAll(' | ', '", "')}"]`;
const singular = (name: string): string => name.replace(/ies$/, 'y').replace(/(?<!s|u)s$/, '');
const pascal = (text: string): string =>
  text.replaceAll(/(?:^|[^A-Za-z0-9]+)(\w)/g, (_, letter: string) => letter.toUpperCase());

/** A Python literal. */
export function pythonOf(value: unknown): string {
  if (value === null) return 'None';
  return typeof value === 'boolean' ? (value ? 'True' : 'False') : JSON.stringify(value);
}

/** One paragraph between triple quotes. */
export function docstring(text: string, indent: number): string {
  const safe = text.replaceAll('\\', '\\\\').replaceAll('"""', "'''").replace(/"$/, '" ');
  return `"""${safe.replaceAll('\n', `\n${' '.repeat(indent)}`)}"""`;
}
