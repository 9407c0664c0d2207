// A receiver of webhooks with Deno 2.
//   WEBHOOK_SECRET=whsec_… deno run --allow-net --allow-env deno.mjs
import { Webhook } from 'npm:standardwebhooks@1.1.1';

const { Deno } = globalThis;
const webhook = new Webhook(Deno.env.get('WEBHOOK_SECRET'));
// Store the ids together with what you do, so that they survive a restart.
const processed = new Set();

/** If it throws, the response is 500, and the event arrives again. */
async function handle(event) {
  // An order can be cancelled after somebody has deleted its animal in the database.
  console.log(`${event.type} ${event.subject} ${event.data.pet?.name ?? ''}`);
}

Deno.serve({ hostname: '127.0.0.1', port: Number(Deno.env.get('PORT') ?? '8090') }, async (request) => {
  // Anybody can send a longer body, before its signature is known. That of an event is much shorter.
  if (!(Number(request.headers.get('content-length') ?? NaN) <= 100_000)) return new Response(null, { status: 413 });
  let event;
  try {
    // `verify` reads the headers of an object, not of the class Headers.
    event = webhook.verify(await request.text(), Object.fromEntries(request.headers));
  } catch {
    return new Response(null, { status: 401 });
  }
  const id = request.headers.get('webhook-id');
  if (!processed.has(id)) {
    await handle(event);
    processed.add(id);
  }
  return new Response(null, { status: 204 });
});
