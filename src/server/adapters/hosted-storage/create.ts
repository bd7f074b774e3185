import { lookup } from 'node:dns/promises';
import { isLoopback } from '#domain/loopback.ts';
import { HOSTED_STORAGE } from '#domain/users/picture-origins.ts';
import { fetchPhoto, type Network } from './fetch-photo.ts';
import type { HostedStorage } from './port.ts';
import { isPublicAddress } from './public-address.ts';

const resolveHost = (host: string) => lookup(host, { all: true });
const INTERNET: Network = { resolve: resolveHost, isAllowed: isPublicAddress };
const THIS_MACHINE: Network = { resolve: resolveHost, isAllowed: isLoopback };

/** `standIn`: the address of a program on this machine in the storage's place; empty: there is none. */
export function createHostedStorage(standIn: string): HostedStorage {
  return standIn ? storageAt([standIn], THIS_MACHINE) : storageAt(HOSTED_STORAGE, INTERNET);
}

export function storageAt(origins: readonly string[], network: Network): HostedStorage {
  return { origins, fetchPhoto: (url, path) => fetchPhoto({ origins, network }, { url, path }) };
}
