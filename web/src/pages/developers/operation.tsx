import { Fragment } from 'react';
import { Link } from 'react-router';
import { paths } from '#paths.ts';
import { CodeBlock } from './code-block.tsx';
import { Badge } from '#ui/state.tsx';
import { TextSection } from '#ui/text-page.tsx';
import { bodyOf, curlOf, exampleOf } from './openapi-examples.ts';
import type { Call, Operation, Parameter, Schema } from './openapi-types.ts';
import styles from './reference.module.css';
import { Content, FieldList, ObjectLink, Paragraph, rowsOf, Words } from './schema-view.tsx';

/** One call: what it takes and gives on the left, an example on the right. */
export function OperationSection({ call }: { call: Call }) {
  const { method, path, operation } = call;
  const { operationId, summary, description } = operation;
  const body = bodyOf(operation);
  return (
    <TextSection id={operationId} title={summary} isWide>
      <p className={styles.call}>
        <Badge tone={method === 'GET' ? 'quiet' : 'good'}>{method}</Badge>
        <code>{path}</code>
      </p>
      <div className={styles.columns}>
        <div>
          {description !== undefined && <Paragraph text={description} />}
          <Needs operation={operation} />
          <Parameters parameters={operation.parameters ?? []} />
          {body && (
            <>
              <h3>Body</h3>
              <Content schema={body} of={operationId} />
            </>
          )}
          <h3>Responses</h3>
          <Responses operation={operation} />
        </div>
        <div className={styles.samples}>
          <CodeBlock lang="en" label={`Request: ${operationId}`} code={curlOf(call)} />
          <Sample operation={operation} />
        </div>
      </div>
    </TextSection>
  );
}

function Parameters({ parameters }: { parameters: readonly Parameter[] }) {
  if (parameters.length === 0) return null;
  return (
    <>
      <h3>Parameters</h3>
      <FieldList
        rows={parameters.map(({ name, required, description, schema }) => ({
          name,
          schema,
          isRequired: required,
          description: description ?? schema.description,
        }))}
      />
    </>
  );
}

function Needs({ operation: { 'x-scope': scope, 'x-rate-limit': limit } }: { operation: Operation }) {
  return (
    <p className={styles.bounds}>
      Scope of the key: <code>{scope}</code>
      {limit &&
        `. A key may call ${limit.requests} times in ${limit.seconds} seconds, all calls of this kind together.`}
    </p>
  );
}

function Codes({ codes }: { codes: readonly string[] }) {
  if (codes.length === 0) return null;
  return (
    <p className={styles.bounds}>
      {codes.map((code, rank) => (
        <Fragment key={code}>
          {rank > 0 && ', '}
          <Link to={`${paths.apiProblems}#${code}`}>
            <code>{code}</code>
          </Link>
        </Fragment>
      ))}
    </p>
  );
}

const successesOf = ({ responses }: Operation) =>
  Object.entries(responses).filter(([status]) => status.startsWith('2') && !status.endsWith('XX'));

function Responses({ operation }: { operation: Operation }) {
  return (
    <ul className={styles.fields}>
      {successesOf(operation).map(([status, { description = '', content = {} }]) => {
        const [[type, { schema = {} }] = ['', {}]] = Object.entries(content);
        return (
          <li key={status}>
            <p className={styles.field}>
              <code className={styles.name}>{status}</code> <Words text={description} />
            </p>
            {type.endsWith('json') && rowsOf(schema).length > 0 ? (
              <FieldList rows={rowsOf(schema)} />
            ) : (
              <p className={styles.bounds}>
                <Whole schema={schema} type={type} />
              </p>
            )}
          </li>
        );
      })}
      <li>
        <p className={styles.field}>
          <code className={styles.name}>4XX, 5XX</code> <ObjectLink name="Problem" />
        </p>
        <Codes codes={operation['x-error-codes'] ?? []} />
      </li>
    </ul>
  );
}

function Whole({ schema, type }: { schema: Schema; type: string }) {
  const name = schema.$ref?.split('/').at(-1);
  return name === undefined ? <code>{type}</code> : <ObjectLink name={name} />;
}

/** Above that, an example explains less than the list of the fields. */
const LONGEST_SAMPLE = 3000;

function Sample({ operation }: { operation: Operation }) {
  const [status, { content = {} }] = successesOf(operation)[0] ?? ['', {}];
  const schema = content['application/json']?.schema;
  if (schema === undefined) return null;
  const json = JSON.stringify(exampleOf(schema), null, 2);
  if (json.length > LONGEST_SAMPLE) return null;
  return <CodeBlock lang="en" label={`Response ${status}: ${operation.operationId}`} code={json} isJson />;
}
