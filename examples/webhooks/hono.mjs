// A receiver of webhooks with Hono on Node.
//   npm install hono@4.13.19 @hono/node-server@2.1.9 standardwebhooks@1.1.1
//   WEBHOOK_SECRET=whsec_… node hono.mjs
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
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

const app = new Hono();
// Anybody can send a longer body, before its signature is known. That of an event is much shorter.
app.post('/petstore', bodyLimit({ maxSize: 100_000 }), async (context) => {
  let event;
  try {
    // `verify` reads the headers of an object, not of the class Headers.
    event = webhook.verify(await context.req.text(), context.req.header());
  } catch {
    return context.body(null, 401);
  }
  const id = context.req.header('webhook-id');
  if (!processed.has(id)) {
    await handle(event);
    processed.add(id);
  }
  return context.body(null, 204);
});
serve({ fetch: app.fetch, hostname: '127.0.0.1', port: Number(PORT) });
