import type { Server } from 'node:http';
import { eventTypes, toCloudEvent } from '@petstore/contexts';
import { Deliveries, DeliveryName } from '@petstore/event-log/deliveries';
import { TypeOrmEventLog } from '@petstore/event-log/typeorm-event-log';
import type { LoggedEvent } from '@petstore/kernel';
import { OperatorError } from '@petstore/operations';
import type { ListenAddress } from '@petstore/operations/listen';
import { Command, Option } from 'commander';
import { stringify } from 'lossless-json';
import { readDeliverySettings } from './settings.ts';
import { EventDelivery, ReceiverGone } from '@petstore/event-log/event-delivery';
import { printMessage } from './output.ts';
import { isLoopback } from '@petstore/event-log/https-proxy';
import { WebhookReceiver } from '@petstore/event-log/webhook-receiver';
import { withDatabase } from './with-database.ts';
import { withStopSignal } from './with-stop-signal.ts';

/** Exit code after ReceiverGone: a restart would not help. */
const receiverGoneExitCode = 3;

interface DeliverOptions {
  readonly name?: string;
  readonly from?: 'oldest' | 'latest';
  readonly type?: readonly string[];
}

/** The command `deliver`. */
export function deliverCommand(version: string): Command {
  return new Command('deliver')
    .description('Sends each event to a receiver, as a signed webhook, until it is stopped.')
    .argument('<url>', 'address of the receiver: https, or http to this computer')
    .option('--name <text>', 'under which the last delivered event is stored (default: the address without its query)')
    .addOption(
      new Option(
        '--from <place>',
        'where a new name begins: with the oldest event of the log, or after the latest one',
      ).choices(['oldest', 'latest']),
    )
    .option('--type <type...>', `only events of these types, after the address: ${eventTypes.join(', ')}`)
    .addHelpText(
      'after',
      '\nNeeds WEBHOOK_SECRET, with which it signs: whsec_ and 24 to 64 random bytes in base64, for example from\n' +
        '  echo "whsec_$(openssl rand -base64 32)"\n' +
        'If METRICS_PORT is set, http://METRICS_HOST:METRICS_PORT/metrics has the age of the oldest undelivered event.\n' +
        'HTTPS_PROXY and NO_PROXY have the meaning that they have for curl.\n' +
        `Exit code: 0 if it was stopped, ${receiverGoneExitCode} if the receiver wants no more events (410), 1 after an error.`,
    )
    .action((address: string, options: DeliverOptions) =>
      deliver(parseReceiver(address), options, `petstore/${version}`),
    );
}

async function deliver(url: URL, options: DeliverOptions, userAgent: string): Promise<void> {
  const types = parseTypes(options.type);
  const name = DeliveryName.of(options.name ?? nameOf(url)).text;
  const settings = readDeliverySettings(url);
  await withDatabase('write', async (dataSource) => {
    const log = new TypeOrmEventLog(dataSource);
    const deliveries = new Deliveries(dataSource);
    if (!(await deliveries.find(name))) {
      if (!options.from) {
        throw new OperatorError(
          `nothing was delivered to ${name} yet: say with --from oldest or --from latest where to begin`,
        );
      }
      const place = options.from === 'latest' ? await log.latest() : null;
      await deliveries.add({ name, place, types });
    }
    if (url.search && name === nameOf(url)) {
      printMessage(
        `its name is ${name}: an address that differs only after the ? is the same receiver, unless it has a --name`,
      );
    }
    if (settings.proxy) printMessage(`connecting through the proxy ${settings.proxy.host}`);
    const receiver = new WebhookReceiver(url, settings.webhookSecrets, userAgent, settings.proxy);
    const send = (event: LoggedEvent) => receiver.send(event.id, stringify(toCloudEvent(event))!);
    const delivery = new EventDelivery({ name, log, deliveries, send, types, report: printMessage });
    const metrics = settings.metrics && (await serveMetricsOf(delivery, settings.metrics));
    try {
      await withStopSignal('no event is lost', async (signal) => {
        await delivery.run(signal);
        printMessage((signal.reason as Error).message);
      });
    } catch (error) {
      if (!(error instanceof ReceiverGone)) throw error;
      printMessage(`${name} answered 410: it wants no more events`);
      process.exitCode = receiverGoneExitCode;
    } finally {
      metrics?.close().closeAllConnections();
    }
  });
}

/** Loads the modules of the metrics. The other commands would start more slowly with them. */
async function serveMetricsOf(delivery: EventDelivery, address: ListenAddress): Promise<Server> {
  // In the archive, a dynamic import of a CommonJS package has the default export only.
  const {
    default: { Gauge },
  } = await import('prom-client');
  const { serveMetrics } = await import('@petstore/operations/metrics-listener');
  new Gauge({
    name: 'petstore_delivery_lag_seconds',
    help: 'Age of the oldest event that the receiver has not confirmed. 0 if there is none; at least the time without the database.',
    collect() {
      this.set(delivery.lag);
    },
  });
  return serveMetrics(address, (url) => printMessage(`metrics: ${url}`));
}

/** The default of `--name`. The query often contains a secret, which must not be stored. */
function nameOf(url: URL): string {
  return url.origin + url.pathname;
}

/** Checks the types here and not with `choices`, whose error would print the address if it stands after the types. */
function parseTypes(types: readonly string[] | undefined): readonly string[] | null {
  if (!types) return null;
  if (types.every((type) => eventTypes.includes(type))) return [...new Set(types)].sort();
  throw new OperatorError(`after --type, only these are allowed: ${eventTypes.join(', ')}`);
}

/**
 * Parses the address of the receiver. Commander does not parse it, because the errors of commander show the text, which can contain a secret.
 * @throws OperatorError whose message does not contain the address
 */
function parseReceiver(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !(url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url)))) {
    throw new OperatorError(
      'the address of the receiver must be an https address, or an http address of this computer.',
    );
  }
  if (url.username || url.password) {
    throw new OperatorError('the address of the receiver must not contain a user name or a password.');
  }
  // Node would take it for the default port.
  if (url.port === '0') throw new OperatorError('the port of the receiver must be from 1 to 65535.');
  return url;
}
