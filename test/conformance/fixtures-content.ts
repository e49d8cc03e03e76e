import { type McpServer, ResourceTemplate } from '@modelcontextprotocol/server';
import * as z from 'zod/v4';

/** One pixel. */
const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';
/** A header and no sound. */
const WAV = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=';

const text = (words: string) => ({ type: 'text' as const, text: words });
const image = { type: 'image' as const, data: PNG, mimeType: 'image/png' };
const embedded = (uri: string, mimeType: string, words: string) => ({
  type: 'resource' as const,
  resource: { uri, mimeType, text: words },
});

const CONTENT = {
  test_simple_text: [text('This is a simple text response for testing.')],
  test_image_content: [image],
  test_audio_content: [{ type: 'audio' as const, data: WAV, mimeType: 'audio/wav' }],
  test_embedded_resource: [
    embedded('test://embedded-resource', 'text/plain', 'This is an embedded resource content.'),
  ],
  test_multiple_content_types: [
    text('Multiple content types test:'),
    image,
    embedded('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
  ],
};

/** What only answers: contents of every kind, resources, prompts. */
export function addContentFixtures(server: McpServer): void {
  for (const [name, content] of Object.entries(CONTENT))
    server.registerTool(name, { description: `Fixture: ${name}` }, () => ({ content }));
  server.registerTool('test_error_handling', { description: 'Fixture: always fails' }, () => {
    throw new Error('This tool intentionally returns an error for testing');
  });
  addResources(server);
  addPrompts(server);
}

function addResources(server: McpServer): void {
  const described = (name: string, mimeType: string) => ({ description: `Fixture: ${name}`, mimeType });
  const texts = {
    'test://static-text': 'This is the content of the static text resource.',
    'test://watched-resource': 'Watched.',
  };
  for (const [uri, words] of Object.entries(texts))
    server.registerResource(uri, uri, described(uri, 'text/plain'), () => ({
      contents: [{ uri, mimeType: 'text/plain', text: words }],
    }));
  const binary = 'test://static-binary';
  server.registerResource(binary, binary, described(binary, 'image/png'), () => ({
    contents: [{ uri: binary, mimeType: 'image/png', blob: PNG }],
  }));
  server.registerResource(
    'test-template',
    new ResourceTemplate('test://template/{id}/data', { list: undefined }),
    described('template', 'application/json'),
    (uri, { id }) => ({
      contents: [
        {
          uri: uri.href,
          mimeType: 'application/json',
          text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${String(id)}` }),
        },
      ],
    }),
  );
}

function addPrompts(server: McpServer): void {
  const user = <T>(...contents: T[]) => ({
    messages: contents.map((content) => ({ role: 'user' as const, content })),
  });
  server.registerPrompt('test_simple_prompt', { description: 'Fixture: no arguments' }, () =>
    user(text('This is a simple prompt for testing.')),
  );
  const two = z.object({ arg1: z.string(), arg2: z.string() });
  server.registerPrompt(
    'test_prompt_with_arguments',
    { description: 'Fixture: two arguments', argsSchema: two },
    ({ arg1, arg2 }) => user(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)),
  );
  server.registerPrompt(
    'test_prompt_with_embedded_resource',
    { description: 'Fixture: a resource', argsSchema: z.object({ resourceUri: z.string() }) },
    ({ resourceUri }) =>
      user<ReturnType<typeof embedded> | ReturnType<typeof text>>(
        embedded(resourceUri, 'text/plain', 'Embedded resource content for testing.'),
        text('Please process the embedded resource above.'),
      ),
  );
  server.registerPrompt('test_prompt_with_image', { description: 'Fixture: an image' }, () =>
    user<typeof image | ReturnType<typeof text>>(image, text('Please analyze the image above.')),
  );
}
