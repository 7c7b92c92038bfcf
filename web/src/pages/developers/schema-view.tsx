import { Fragment } from 'react';
import { Link, useLocation } from 'react-router';
import { Disclosure } from '#ui/disclosure.tsx';
import { nameIn } from './openapi-examples.ts';
import type { Schema } from './openapi-types.ts';
import { placeOf } from './reference-map.ts';
import styles from './reference.module.css';

type FieldRow = { name: string; schema: Schema; isRequired: boolean; description?: string | undefined };

/** Fields of an object, or parameters: name, type, whether it is required, and what it is. */
export function FieldList({ rows }: { rows: readonly FieldRow[] }) {
  return (
    <ul className={styles.fields}>
      {rows.map(({ name, schema, isRequired, description = schema.description }) => (
        <li key={name}>
          <p className={styles.field}>
            <code className={styles.name}>{name}</code> <TypeOf schema={schema} />
            {isRequired && <span className={styles.required}> required</span>}
          </p>
          {description !== undefined && <Paragraph text={description} />}
          <Bounds schema={schema} />
          <Inside schema={schema} of={name} />
        </li>
      ))}
    </ul>
  );
}

export const rowsOf = ({ properties = {}, required = [] }: Schema): FieldRow[] =>
  Object.entries(properties).map(([name, schema]) => ({ name, schema, isRequired: required.includes(name) }));

/** A paragraph of the document. */
export function Paragraph({ text }: { text: string }) {
  return (
    <p className={styles.paragraph}>
      <Words text={text} />
    </p>
  );
}

/** Words of the document, with their `code` between backticks. */
export function Words({ text }: { text: string }) {
  return text.split('`').map((part, rank) => (rank % 2 === 1 ? <code key={rank}>{part}</code> : part));
}

/** A link to the object's section, on this page or another one. */
export function ObjectLink({ name }: { name: string }) {
  const { pathname } = useLocation();
  const [page, anchor] = placeOf(name).split('#');
  return page === pathname ? <a href={`#${anchor}`}>{name}</a> : <Link to={`${page}#${anchor}`}>{name}</Link>;
}

const isNull = ({ type }: Schema): boolean => type === 'null';
/** The choices without `null`, which the type names. */
const choicesOf = ({ anyOf, oneOf }: Schema): Schema[] => (anyOf ?? oneOf ?? []).filter((one) => !isNull(one));

function TypeOf({ schema }: { schema: Schema }) {
  const { $ref, type, items, format, enum: choices, const: only } = schema;
  if ($ref !== undefined) return <ObjectLink name={nameIn($ref)} />;
  if (choicesOf(schema).length > 0) return <Choices schema={schema} />;
  if (type === 'array') {
    return (
      <span className={styles.type}>
        <TypeOf schema={items ?? {}} />
        []
      </span>
    );
  }
  const literal = choices ?? (only === undefined ? [] : [only]);
  if (literal.length > 0) return <code className={styles.type}>{literal.map((one) => String(one)).join(' | ')}</code>;
  const name = type === undefined ? 'any' : [type].flat().join(' | ');
  return <span className={styles.type}>{[name, format && `(${format})`].filter(Boolean).join(' ')}</span>;
}

function Choices({ schema }: { schema: Schema }) {
  const choices = choicesOf(schema);
  // Their fields follow, form by form.
  if (choices.length > 1 && choices.every((one) => rowsOf(one).length > 0))
    return <span className={styles.type}>one of {choices.length} objects</span>;
  return (
    <span className={styles.type}>
      {choices.map((one, rank) => (
        <Fragment key={rank}>
          {rank > 0 && ' | '}
          <TypeOf schema={one} />
        </Fragment>
      ))}
      {(schema.anyOf ?? schema.oneOf)?.some(isNull) && ' | null'}
    </span>
  );
}

function Bounds({ schema }: { schema: Schema }) {
  const { minimum: from, maximum: to, minItems, maxItems, maxLength, default: usual } = schema;
  const limits = [
    from !== undefined && to !== undefined && Math.abs(to) < 1e9 && `from ${from} to ${to}`,
    maxItems !== undefined && `from ${minItems ?? 0} to ${maxItems} items`,
    maxLength !== undefined && `at most ${maxLength} characters`,
    (typeof usual === 'number' || typeof usual === 'boolean') && `${usual} by default`,
  ].filter((one) => one !== false);
  return limits.length > 0 && <p className={styles.bounds}>{limits.join(', ')}</p>;
}

/** An object, or each of those between which it is: closed at first and made when opened, since facts hold hundreds. */
function Inside({ schema, of }: { schema: Schema; of: string }) {
  const objects = objectsIn(schema);
  const isChoice = objects.length > 1;
  return objects.map((one, rank) => {
    const rows = rowsOf(one);
    const count = `${rows.length} ${rows.length > 1 ? 'fields' : 'field'}`;
    return (
      <Disclosure
        key={rank}
        lazy
        label={
          <>
            {isChoice ? `${choiceName(one, rank)}: ${count}` : count}
            <span className="visually-hidden"> of {of}</span>
          </>
        }
      >
        <FieldList rows={rows} />
      </Disclosure>
    );
  });
}

/** Written in place: those that have a name have their own section. */
function objectsIn(schema: Schema): Schema[] {
  const { items = {}, additionalProperties } = schema;
  const values = typeof additionalProperties === 'object' ? additionalProperties : {};
  const parts = [schema, items, ...choicesOf(schema), ...choicesOf(items), values, ...choicesOf(values)];
  return parts.filter((one) => rowsOf(one).length > 0);
}

/** What tells it from the others: the value of its `type`, or of another field with one value. */
function choiceName({ properties = {} }: Schema, rank: number): string {
  const values = Object.values(properties).map((one) => one.const);
  return values.find((one) => typeof one === 'string') ?? `Form ${rank + 1}`;
}

/** What is in an object, or the objects between which it is. */
export function Content({ schema, of }: { schema: Schema; of: string }) {
  if (rowsOf(schema).length > 0) return <FieldList rows={rowsOf(schema)} />;
  return (
    <>
      <p className={styles.bounds}>
        <TypeOf schema={schema} />
      </p>
      <Inside schema={schema} of={of} />
    </>
  );
}
