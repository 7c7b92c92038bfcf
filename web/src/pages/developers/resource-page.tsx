import { Link, useLocation } from 'react-router';
import { paths } from '#paths.ts';
import { NotFound } from '#pages/errors/not-found.tsx';
import { TextPage, TextSection } from '#ui/text-page.tsx';
import { ObjectSection } from './object-section.tsx';
import { DELIVERIES, WEBHOOKS } from './openapi-examples.ts';
import type { Deliveries, Webhook } from './openapi-types.ts';
import { OperationSection } from './operation.tsx';
import { callsOf, objectsOf } from './reference-map.ts';
import { ReferenceSearch } from './reference-search.tsx';
import { Content, Paragraph } from './schema-view.tsx';
import { RESOURCES, resourcePath, type Resource } from './resources.ts';

export const nameOf = (resource: Resource): string => resource.charAt(0).toUpperCase() + resource.slice(1);

/** A page of the reference: the calls of one resource, then its objects. */
export function ResourcePage() {
  const { pathname } = useLocation();
  const resource = RESOURCES.find((one) => pathname.toLowerCase().startsWith(resourcePath(one)));
  return resource === undefined ? <NotFound /> : <Calls resource={resource} />;
}

function Calls({ resource }: { resource: Resource }) {
  const calls = callsOf(resource);
  const webhooks = resource === 'events' ? WEBHOOKS : [];
  const objects = objectsOf(resource);
  return (
    <TextPage
      lang="en"
      title={nameOf(resource)}
      above={<Link to={paths.apiReference}>API reference</Link>}
      below={<ReferenceSearch />}
      contents={{
        title: 'Contents',
        entries: [
          ...grouped(
            'Calls',
            calls.map(({ operation }) => ({ id: operation.operationId, title: operation.summary })),
          ),
          ...grouped(
            'Webhooks',
            webhooks.map(({ summary }) => ({ id: summary, title: summary })),
          ),
          ...grouped(
            'Objects',
            objects.map(([name]) => ({ id: name, title: name })),
          ),
        ],
      }}
    >
      {calls.map((call) => (
        <OperationSection key={call.operation.operationId} call={call} />
      ))}
      {webhooks.length > 0 && DELIVERIES && <DeliverySection deliveries={DELIVERIES} />}
      {webhooks.map((webhook) => (
        <WebhookSection key={webhook.summary} webhook={webhook} />
      ))}
      {objects.map(([name, schema]) => (
        <ObjectSection key={name} name={name} schema={schema} />
      ))}
    </TextPage>
  );
}

/** The first entry names them all. */
const grouped = (title: string, entries: { id: string; title: string }[]) =>
  entries.map((entry, rank) => (rank === 0 ? { ...entry, group: { title } } : entry));

function DeliverySection({ deliveries }: { deliveries: Deliveries }) {
  return (
    <TextSection id="deliveries" title="How they are delivered">
      <p>
        Each event is a POST to the endpoints that chose it, signed as Standard Webhooks. Answer 2xx within{' '}
        {deliveries.answer_within_seconds} seconds; otherwise it is sent again, with the same <code>webhook-id</code>,
        after {deliveries.retry_after_minutes.join(', ')} minutes, each counted from the attempt before.
      </p>
    </TextSection>
  );
}

/** One event, as an endpoint receives it. */
function WebhookSection({ webhook: { summary, description, requestBody } }: { webhook: Webhook }) {
  const schema = requestBody.content['application/json']?.schema ?? {};
  return (
    <TextSection id={summary} title={summary} isWide>
      {description !== undefined && <Paragraph text={description} />}
      <Content schema={schema} of={summary} />
    </TextSection>
  );
}
