import { execFile, execFileSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { archive } from './archive.ts';
import { callsOf, readDocument, type Call, type Operation, type Parameter } from './document.ts';
import { docstring, pythonOf, PythonTypes } from './python-types.ts';

const SOURCE = resolve(import.meta.dirname, '../python');
const run = promisify(execFile);

/** Python 3.11 or later, and what else is to be imported. */
export function hasPython(...modules: string[]): boolean {
  const program = `import ${['sys', ...modules].join(', ')}; sys.exit(sys.version_info < (3, 11))`;
  try {
    execFileSync('python3', ['-c', program], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** The sources of the package. `folder` is made anew. */
function writePython(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const part of ['clairisque', 'build_backend.py', 'pyproject.toml', 'README.md'])
    cpSync(join(SOURCE, part), join(folder, part), {
      recursive: true,
      filter: (path) => !path.includes('__pycache__'),
    });
  const document = readDocument('https://clairisque.fr');
  const types = new PythonTypes(document);
  const methods = callsOf(document).map((call) => methodOf(call, types));
  writeFileSync(join(folder, 'clairisque/types.py'), `${TYPES_HEAD}${types.toString()}`);
  const imports = types.names.filter((name) => methods.some((method) => new RegExp(`\\b${name}\\b`).test(method)));
  const named = imports.map((name) => `    ${name},\n`).join('');
  writeFileSync(join(folder, 'clairisque/client.py'), `${clientHead(named)}${methods.join('\n')}`);
}

/** Path of the archive of the sources, in `into`: pip builds it, with nothing to download. `folder` is made anew. */
export function pythonArchive(folder: string, into: string): Promise<string> {
  writePython(folder);
  const [, version = ''] = /^version = "([^"]+)"$/m.exec(readFileSync(join(folder, 'pyproject.toml'), 'utf8')) ?? [];
  const root = `clairisque-${version}`;
  const files = ['pyproject.toml', 'README.md', 'build_backend.py', ...globSync('clairisque/*', { cwd: folder })];
  return archive(folder, { files, root, into: join(into, `${root}.tgz`) });
}

/** Path of the wheel. */
export async function buildPython(folder: string): Promise<string> {
  writePython(folder);
  await run('python3', ['build_backend.py', 'dist'], { cwd: folder });
  const [wheel = ''] = globSync('dist/*.whl', { cwd: folder });
  return join(folder, wheel);
}

const TYPES_HEAD = `"""Shapes of what is sent and received. Generated from the OpenAPI document: do not edit."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict, Union


`;

const clientHead = (names: string): string => `"""The client. Generated from the OpenAPI document: do not edit."""

from __future__ import annotations

from typing import Any, Literal, cast

from ._pages import Pages
from ._transport import Transport
from .types import (
${names})


class Client(Pages):
    """Every call of the API. A failed one raises ApiError, or NoAnswerError when no server answers.

    base_url: https://clairisque.fr. key: crt_live_…, or crt_test_… to try. retries: calls after the first one.
    timeout: seconds that one call may last.
    """

    def __init__(self, base_url: str, key: str, *, retries: int = 3, timeout: float = 60) -> None:
        self._transport = Transport(base_url, key, retries=retries, timeout=timeout)

`;

const snake = (text: string): string =>
  text
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll('-', '_')
    .toLowerCase();
const pascal = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** A method of the client. */
function methodOf(call: Call, types: PythonTypes): string {
  const { operationId, summary, description } = call.operation;
  const answer = answerOf(call.operation, pascal(operationId), types);
  const sending = `self._transport.${answer.reader}(${sentBy(call).join(', ')})`;
  const said = [summary + (/[.]$/.test(summary) ? '' : '.'), ...(description === undefined ? [] : [description])];
  return `    def ${snake(operationId)}(${givenTo(call, types).join(', ')}) -> ${answer.type}:
        ${docstring(said.join('\n\n'), 8)}
        return ${answer.reader === 'read_json' ? `cast(${pythonOf(answer.type)}, ${sending})` : sending}
`;
}

const isNamed = ({ in: where }: Parameter): boolean => where !== 'path';
const OPTIONAL = ' | None = None';

/** Its parameters: those of the path, the body, then the others by their names. */
function givenTo({ operation }: Call, types: PythonTypes): string[] {
  const { operationId, parameters = [], requestBody } = operation;
  const typed = ({ schema, name }: Parameter): string =>
    `${snake(name)}: ${types.of(schema, pascal(operationId) + pascal(snake(name)))}`;
  const body = bodyOf(operation, pascal(operationId), types);
  const named = parameters.filter(isNamed).toSorted((one, other) => Number(other.required) - Number(one.required));
  return [
    'self',
    ...parameters.filter((one) => !isNamed(one)).map(typed),
    ...(body === null ? [] : [`body: ${body}${requestBody?.required === false ? OPTIONAL : ''}`]),
    ...(named.length === 0 ? [] : ['*']),
    ...named.map((one) => typed(one) + (one.required ? '' : OPTIONAL)),
  ];
}

/** The arguments that a function gives to the transport. */
function sentBy({ method, path, operation }: Call): string[] {
  const { parameters = [], requestBody } = operation;
  const [media] = Object.keys(requestBody?.content ?? {});
  const pairs = (where: string): string =>
    parameters
      .filter((one) => one.in === where)
      .map((one) => `${pythonOf(one.name)}: ${snake(one.name)}`)
      .join(', ');
  return [
    pythonOf(method),
    path.includes('{') ? `self._transport.path(${pythonOf(path)}, ${pathValues(parameters)})` : pythonOf(path),
    ...(pairs('query') ? [`query={${pairs('query')}}`] : []),
    ...(pairs('header') ? [`headers={${pairs('header')}}`] : []),
    ...(media === undefined ? [] : ['body=body', `media=${pythonOf(media)}`]),
  ];
}

const pathValues = (parameters: Parameter[]): string =>
  parameters
    .filter((one) => one.in === 'path')
    .map((one) => `${one.name}=${snake(one.name)}`)
    .join(', ');

/** Its type; null without one. */
function bodyOf({ requestBody }: Operation, name: string, types: PythonTypes): string | null {
  const [body] = Object.values(requestBody?.content ?? {});
  if (body === undefined) return null;
  return body.schema?.format === 'binary' ? 'str | bytes' : types.of(body.schema ?? {}, `${name}Body`);
}

type Answer = { type: string; reader: 'read_json' | 'read_bytes' | 'read_nothing' };

/** The type that a function returns: its successes are of one kind. */
function answerOf({ responses }: Operation, name: string, types: PythonTypes): Answer {
  const successes = Object.entries(responses).filter(([status]) => /^2\d\d$/.test(status));
  const contents = successes.flatMap(([, { content = {} }]) => Object.values(content));
  if (contents.length === 0) return { type: 'None', reader: 'read_nothing' };
  const schemas = contents.flatMap(({ schema }) => (schema === undefined ? [] : [schema]));
  if (schemas.length === 0) return { type: 'bytes', reader: 'read_bytes' };
  const kinds = new Set(schemas.map((schema) => types.of(schema, `${name}Result`)));
  return { type: [...kinds].join(' | '), reader: 'read_json' };
}
