// A receiver of webhooks with Fastify.
//   npm install fastify@5.12.8 standardwebhooks@1.1.1
//   WEBHOOK_SECRET=whsec_… node fastify.mjs
import Fastify from 'fastify';
import { Webhook } from 'standardwebhooks';

const { WEBHOOK_SECRET, PORT = '8090' } = process.env;
const webhook = new Webhook(WEBHOOK_SECRET);
// Store the ids together with what you do, so that they survive a restart.
const processed = new Set();

/** If it throws, the response is 500, and the event arrives again. */
async function handle(event) {
  // An order can be cancelled after somebody has deleted its animal in the database.
  console.log(`${event.type} ${event.subject} ${event.data.pet?.name ?? ''}`);
}

const app = Fastify();
// Without a parser for this media type, Fastify responds with 415. The signature is that of the text of the body.
app.addContentTypeParser('application/cloudevents+json', { parseAs: 'string' }, async (_, body) => body);
app.post('/petstore', async (request, reply) => {
  let event;
  try {
    event = webhook.verify(request.body, request.headers);
  } catch {
    return reply.code(401).send();
  }
  const id = request.headers['webhook-id'];
  if (!processed.has(id)) {
    await handle(event);
    processed.add(id);
  }
  return reply.code(204).send();
});
await app.listen({ host: '127.0.0.1', port: Number(PORT) });
