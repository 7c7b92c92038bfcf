import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { TestApp } from './app.ts';

/** The SDK's own client. */
export async function connectAssistant({ url }: Pick<TestApp, 'url'>, key: string): Promise<Client> {
  const client = new Client({ name: 'essai', version: '1' });
  const transport = new StreamableHTTPClientTransport(new URL(`${url}/mcp`), {
    requestInit: { headers: { authorization: `Bearer ${key}` } },
  });
  await client.connect(transport);
  return client;
}

export type Data = Record<string, unknown>;
/** What a tool answers: its data, and its words. */
export async function use(client: Client, name: string, given: object = {}) {
  const result = await client.callTool({ name, arguments: given as Data });
  const [{ text = '' } = {}] = result.content as { text?: string }[];
  return { isError: result.isError === true, data: result.structuredContent as Data, text };
}
export const codeOf = ({ isError, data }: { isError: boolean; data: Data }) => (isError ? data['code'] : 'ok');
