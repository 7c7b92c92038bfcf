import { Fragment } from 'react';
import { Disclosure } from '#ui/disclosure.tsx';
import { nameIn } from './openapi-examples.ts';
import type { Schema } from './openapi-types.ts';
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
            {isRequired && <span className={styles.required}> obligatoire</span>}
          </p>
          {description !== undefined && <English text={description} />}
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
export function English({ text }: { text: string }) {
  return (
    <p className={styles.english}>
      <EnglishWords text={text} />
    </p>
  );
}

/** Words of the document, which is in English, with its `code` between backticks. */
export function EnglishWords({ text }: { text: string }) {
  return (
    <span lang="en">
      {text.split('`').map((part, rank) => (rank % 2 === 1 ? <code key={rank}>{part}</code> : part))}
    </span>
  );
}

const isNull = ({ type }: Schema): boolean => type === 'null';
/** Without `null`, which the type names. */
const choicesOf = ({ anyOf = [] }: Schema): Schema[] => anyOf.filter((one) => !isNull(one));

function TypeOf({ schema }: { schema: Schema }) {
  const { $ref, anyOf, type, items, format, enum: choices, const: only } = schema;
  if ($ref !== undefined) return <a href={`#${nameIn($ref)}`}>{nameIn($ref)}</a>;
  if (anyOf !== undefined) return <Choices schema={schema} />;
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
  return <span className={styles.type}>{[type ?? 'any', format && `(${format})`].filter(Boolean).join(' ')}</span>;
}

function Choices({ schema }: { schema: Schema }) {
  return (
    <span className={styles.type}>
      {choicesOf(schema).map((one, rank) => (
        <Fragment key={rank}>
          {rank > 0 && ' | '}
          <TypeOf schema={one} />
        </Fragment>
      ))}
      {schema.anyOf?.some(isNull) && ' | null'}
    </span>
  );
}

function Bounds({ schema }: { schema: Schema }) {
  const { minimum: from, maximum: to, minItems, maxItems, maxLength, default: usual } = schema;
  const limits = [
    from !== undefined && to !== undefined && Math.abs(to) < 1e9 && `de ${from} à ${to}`,
    maxItems !== undefined && `de ${minItems ?? 0} à ${maxItems} éléments`,
    maxLength !== undefined && `au plus ${maxLength} caractères`,
    (typeof usual === 'number' || typeof usual === 'boolean') && `par défaut ${usual}`,
  ].filter((one) => one !== false);
  return limits.length > 0 && <p className={styles.bounds}>{limits.join(', ')}</p>;
}

/** The fields of an object that is written in place, closed at first and made when opened: facts hold hundreds. */
function Inside({ schema, of }: { schema: Schema; of: string }) {
  const parts = [schema, schema.items ?? {}, ...choicesOf(schema), ...choicesOf(schema.items ?? {})];
  const rows = parts.flatMap(rowsOf);
  if (rows.length === 0) return null;
  const label = `${rows.length} ${rows.length > 1 ? 'champs' : 'champ'}`;
  return (
    <Disclosure
      lazy
      label={
        <>
          {label}
          <span className="visually-hidden"> de {of}</span>
        </>
      }
    >
      <FieldList rows={rows} />
    </Disclosure>
  );
}
