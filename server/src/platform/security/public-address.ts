import ipaddr from 'ipaddr.js';

/** True for an address that a caller's URL may lead to. */
export type AddressCheck = (address: string) => boolean;

/**
 * Global unicast addresses only: not ours, nor those of a cloud's metadata, in any notation. `allowed`: networks for
 * development and tests, as `127.0.0.0/8`.
 */
export function createAddressCheck(allowed: readonly string[]): AddressCheck {
  const networks = allowed.map((network) => ipaddr.parseCIDR(network));
  return (text) => {
    if (!ipaddr.isValid(text)) return false;
    const address = ipaddr.parse(text);
    if (networks.some(([network, bits]) => isIn(address, network, bits))) return true;
    // Only 2000::/3 of IPv6 is in use; the library calls the rest unicast too. Tunnels to IPv4 have ranges apart.
    if (address instanceof ipaddr.IPv6 && !address.match(GLOBAL_IPV6, 3)) return false;
    return address.range() === 'unicast';
  };
}

const GLOBAL_IPV6 = ipaddr.IPv6.parse('2000::');

type Address = ipaddr.IPv4 | ipaddr.IPv6;

const isIn = (address: Address, network: Address, bits: number): boolean =>
  address.kind() === network.kind() && address.match([network, bits] as never);

/** Whether it reads as a network, for the configuration. */
export const isNetwork = (text: string): boolean => ipaddr.isValidCIDR(text);
