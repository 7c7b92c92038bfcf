import { TextSection } from '#ui/text-page.tsx';
import { CodeBlock } from './code-block.tsx';
import { exampleOf } from './openapi-examples.ts';
import type { Schema } from './openapi-types.ts';
import styles from './reference.module.css';
import { Content, Paragraph } from './schema-view.tsx';

type ObjectSectionProps = { name: string; schema: Schema };

/** One object of the document: its fields on the left, an example on the right. */
export function ObjectSection({ name, schema }: ObjectSectionProps) {
  return (
    <TextSection id={name} title={name} isWide>
      <div className={styles.columns}>
        <div>
          {schema.description !== undefined && <Paragraph text={schema.description} />}
          <Content schema={schema} of={name} />
        </div>
        {schema.examples !== undefined && (
          <div className={styles.samples}>
            <CodeBlock lang="en" label={`Example: ${name}`} code={JSON.stringify(exampleOf(schema), null, 2)} isJson />
          </div>
        )}
      </div>
    </TextSection>
  );
}
