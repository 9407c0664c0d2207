// A receiver of webhooks with Express that can tell a chat what has happened.
//   npm install express@5.3.0 standardwebhooks@1.1.1
//   WEBHOOK_SECRET=whsec_… CHAT_URL=https://… node express.mjs
import express from 'express';
import { Webhook } from 'standardwebhooks';

const { WEBHOOK_SECRET, CHAT_URL, PORT = '8090' } = process.env;
const webhook = new Webhook(WEBHOOK_SECRET);
// Store the ids together with what you do, so that they survive a restart.
const processed = new Set();

/** Tells the chat. If it throws, the response is 500, and the event arrives again. */
async function handle(event) {
  // Clients choose the names. In a chat, "<!channel>" or "<https://…|sign in>" in a name would call people, or be a link.
  // An order can be cancelled after somebody has deleted its animal in the database: then there is no name.
  const name = (event.data.pet?.name ?? '').replace(/[<>&@[\]]/g, ' ');
  const text = `${event.type} ${event.subject} ${name}`;
  console.log(text);
  if (!CHAT_URL) return;
  const response = await fetch(CHAT_URL, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ text }), // Slack, Mattermost and Rocket.Chat accept it
  });
  if (!response.ok) throw new Error(`the chat responded with status ${response.status}`);
}

const app = express();
// The signature is that of the text of the body. express.json() would not read it at all, because it ignores this media type.
app.post('/petstore', express.text({ type: 'application/cloudevents+json' }), async (request, response) => {
  let event;
  try {
    event = webhook.verify(request.body, request.headers);
  } catch {
    return response.sendStatus(401);
  }
  const id = request.headers['webhook-id'];
  if (!processed.has(id)) {
    await handle(event);
    processed.add(id);
  }
  response.sendStatus(204);
});
app.listen(Number(PORT), '127.0.0.1');
