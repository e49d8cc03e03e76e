import { describe } from 'vitest';
import { allHosts } from '../src/hosts/all.ts';
import { hostContract } from './host-contract.ts';

describe.each(allHosts().map((host) => [host.name, host] as const))('%s', (_, host) => hostContract(host));
