import type { Peer } from './peers.ts';

type Server = Pick<Peer, 'name' | 'kind' | 'sharesStatements'>;

/** Servers that are compared with each other. The names of `pairs` are those of the servers whose figures are divided. */
export interface ServerGroup {
  readonly title: string;
  readonly servers: readonly string[];
  readonly pairs: readonly { readonly ours: string; readonly peer: string }[];
}

/** Returns the name of this service, without the access log. */
export function serviceOf(servers: readonly Server[]): string {
  return servers.find(({ kind }) => kind === 'service')!.name;
}

/**
 * Returns the servers that share statements and those that do not. This service is in both groups. It is compared with every
 * other server of the group, and its variants with every peer of the group. A group without other
 * servers is left out. Without any other server, this service is in one group without pairs.
 */
export function groupsOf(servers: readonly Server[]): ServerGroup[] {
  const services = servers.filter(({ kind }) => kind === 'service');
  const groups = [false, true].map((shares) => {
    const members = servers.filter(({ kind, sharesStatements }) => kind !== 'service' && sharesStatements === shares);
    const variants = members.filter(({ kind }) => kind === 'variant');
    const peers = members.filter(({ kind }) => kind === 'peer');
    return {
      title: shares ? 'that share statements' : 'with a statement per request',
      servers: [...services, ...members].map(({ name }) => name),
      pairs: [
        ...members.map((member) => ({ ours: serviceOf(servers), peer: member.name })),
        ...variants.flatMap((variant) => peers.map((peer) => ({ ours: variant.name, peer: peer.name }))),
      ],
    };
  });
  const compared = groups.filter(({ pairs }) => pairs.length > 0);
  return compared.length > 0 ? compared : groups.slice(1);
}
