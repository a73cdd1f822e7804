// `npm run openapi`: writes resources/openapi.json, the service's interface as an OpenAPI 3.1 document, from src/wire.
import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import type { Endpoint, Success } from '../src/wire/endpoint.ts';
import { NAMED_SCHEMAS, ENDPOINTS } from '../src/wire/routes.ts';
import { WEBHOOK_SECRET_HEADER, webhookEvent } from '../src/wire/webhook.ts';
import { givenFlags } from './flags.ts';

const HELP = `Writes resources/openapi.json, the service's interface as an OpenAPI 3.1 document, from src/wire.

  npm run openapi

  --help  Show this text.
`;

export const OPENAPI_FILE = 'resources/openapi.json';

type Json = Readonly<Record<string, unknown>>;

/** Refusals that every endpoint can answer. */
const COMMON_REFUSALS: Readonly<Record<string, string>> = {
  '401': 'The token is missing or not valid.',
  '429': 'Too many requests; Retry-After tells how long to wait.',
  default: 'Refused, or failed.',
};

const names = new Map<z.ZodType, string>(
  Object.entries(NAMED_SCHEMAS).map(([name, schema]) => [schema, name]),
);

/**
 * The JSON Schema of a value. Named records become references. `io`: before (input) or after (output) zod converts a
 * value.
 */
function schemaOf(schema: z.ZodType, io: 'input' | 'output' = 'input'): Json {
  const name = names.get(schema);
  if (name !== undefined) return { $ref: reference(name) };
  return inlineSchema(schema, io);
}

const reference = (name: string): string => `#/components/schemas/${name}`;

function inlineSchema(schema: z.ZodType, io: 'input' | 'output', self?: string): Json {
  const registry = z.registry<{ id?: string }>();
  for (const [named, name] of names) if (name !== self) registry.add(named, { id: name });
  const {
    $schema: _,
    $defs,
    ...rest
  } = z.toJSONSchema(schema, {
    metadata: registry,
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => tidy(zodSchema, jsonSchema),
  }) as Json;
  // Named records are defined only once, under components.
  return JSON.parse(JSON.stringify(rest).replaceAll('#/$defs/', '#/components/schemas/')) as Json;
}

/** Adds the description of a field and removes what its format says already. */
function tidy(zodSchema: z.core.$ZodType, jsonSchema: Record<string, unknown>): void {
  const { description } = z.globalRegistry.get(zodSchema) ?? {};
  if (description !== undefined) jsonSchema['description'] = description;
  if (jsonSchema['format'] !== undefined) delete jsonSchema['pattern'];
  if (jsonSchema['maximum'] === Number.MAX_SAFE_INTEGER) delete jsonSchema['maximum'];
}

function parametersOf(endpoint: Endpoint): Json[] {
  const fields = (place: 'path' | 'query'): Json[] => {
    const object = inlineSchema(place === 'path' ? endpoint.params : endpoint.query, 'output');
    const required = (object['required'] ?? []) as readonly string[];
    return Object.entries((object['properties'] ?? {}) as Record<string, Json>).map(([name, field]) => {
      const { description, ...schema } = field;
      const list = schema['type'] === 'array';
      return {
        name: list ? `${name}[]` : name,
        in: place,
        required: place === 'path' || required.includes(name),
        ...(description === undefined ? {} : { description }),
        ...(list ? { style: 'form', explode: true } : {}),
        schema,
      };
    });
  };
  return [...fields('path'), ...fields('query')];
}

const CONTENT_TYPES = { json: 'application/json', pdf: 'application/pdf', html: 'text/html' } as const;

function contentOf(form: Success): Json {
  switch (form.kind) {
    case 'json':
      return { [CONTENT_TYPES.json]: { schema: schemaOf(form.schema) } };
    case 'pdf':
      return { [CONTENT_TYPES.pdf]: {} };
    case 'html':
      return { [CONTENT_TYPES.html]: { schema: { type: 'string' } } };
    case 'empty':
      return {};
  }
}

function responsesOf(endpoint: Endpoint): Json {
  const responses: Record<string, Json> = {};
  for (const form of endpoint.success) {
    const before = responses[form.status]?.['content'] as Json | undefined;
    const content = { ...before, ...contentOf(form) };
    responses[form.status] = {
      description: form.kind === 'empty' ? 'Done; no body.' : form.status === 201 ? 'Created.' : 'Done.',
      ...(Object.keys(content).length > 0 ? { content } : {}),
    };
  }
  const refusals = { ...COMMON_REFUSALS, ...endpoint.refusals };
  for (const [status, description] of Object.entries(refusals)) {
    responses[status] = {
      description,
      content: { 'application/json': { schema: { $ref: reference('ErrorBody') } } },
    };
  }
  return responses;
}

function operationObject(endpoint: Endpoint): Json {
  const parameters = parametersOf(endpoint);
  return {
    operationId: endpoint.name,
    summary: endpoint.summary,
    tags: endpoint.tags,
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(endpoint.body === null
      ? {}
      : {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: schemaOf(endpoint.body) } },
          },
        }),
    responses: responsesOf(endpoint),
  };
}

/** The whole document. Its keys always have the same order, so that the file only changes when the interface does. */
export function openApiDocument(): Json {
  const endpoints: readonly Endpoint[] = Object.values(ENDPOINTS);
  const paths: Record<string, Record<string, Json>> = {};
  for (const endpoint of endpoints) {
    (paths[endpoint.path] ??= {})[endpoint.method.toLowerCase()] = operationObject(endpoint);
  }
  const tags = [...new Set(endpoints.flatMap((endpoint) => endpoint.tags))];
  return {
    openapi: '3.1.0',
    info: {
      title: 'Laboratory test registration service',
      version: '1.0.0',
      description:
        'As the desk reads it: what is not published is left open, and unknown fields are ignored. The error body is the sandbox’s own.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [
      {
        url: 'http://127.0.0.1:{port}',
        description: 'The sandbox, as started on this machine.',
        variables: { port: { default: '4010' } },
      },
    ],
    security: [{ token: [] }],
    tags: tags.map((name) => ({ name })),
    paths,
    webhooks: {
      event: {
        post: {
          operationId: 'webhook.event',
          summary: 'What the service sends to the configured address.',
          tags: ['Webhook'],
          security: [],
          parameters: [
            {
              name: WEBHOOK_SECRET_HEADER,
              in: 'header',
              required: false,
              description: 'The secret, when one is set.',
              schema: { type: 'string' },
            },
          ],
          requestBody: {
            required: true,
            content: { 'application/json': { schema: schemaOf(webhookEvent) } },
          },
          responses: {
            '200': { description: 'Taken. Anything else is tried again later.' },
            default: { description: 'Not taken; sent again later, then given up.' },
          },
        },
      },
    },
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
      schemas: Object.fromEntries(
        Object.entries(NAMED_SCHEMAS).map(([name, schema]) => [name, inlineSchema(schema, 'input', name)]),
      ),
    },
  };
}

export const openApiText = (): string => `${JSON.stringify(openApiDocument(), null, 2)}\n`;

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  givenFlags(HELP);
  const text = openApiText();
  let before = '';
  try {
    before = readFileSync(OPENAPI_FILE, 'utf8');
  } catch {
    // There is no such file yet.
  }
  if (text !== before) writeFileSync(OPENAPI_FILE, text);
  console.log(`${OPENAPI_FILE} ${text === before ? 'is current' : 'was written'}`);
}
