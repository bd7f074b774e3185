import { lookup } from 'node:dns/promises';
import { isLoopback } from '#domain/loopback.ts';
import { HOSTED_STORAGE } from '#domain/users/picture-origins.ts';
import { isPublicAddress, resolveName } from '#server/adapters/resolve-name.ts';
import { fetchPhoto, type Network } from './fetch-photo.ts';
import type { HostedStorage } from './port.ts';

const INTERNET: Network = { resolve: resolveName, isAllowed: isPublicAddress };
const THIS_MACHINE: Network = { resolve: (host) => lookup(host, { all: true }), isAllowed: isLoopback };

/** `standIn`: address of a program on this machine in the storage's place; empty: none. */
export function createHostedStorage(standIn: string): HostedStorage {
  return standIn ? storageAt([standIn], THIS_MACHINE) : storageAt(HOSTED_STORAGE, INTERNET);
}

export function storageAt(origins: readonly string[], network: Network): HostedStorage {
  return { origins, fetchPhoto: (url, path) => fetchPhoto({ origins, network }, { url, path }) };
}
