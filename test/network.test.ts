/** What limits count as one client. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isLoopback, networkOf } from '../src/access/network.ts'

describe('the network of an address', () => {
  it('is the whole address of IPv4 and the first half of one of IPv6, in whatever way it is written', () => {
    const networks = {
      '192.0.2.1': '192.0.2.1',
      ' 192.0.2.1:4711': '192.0.2.1',
      '::ffff:192.0.2.1': '192.0.2.1',
      '::FFFF:c000:201': '192.0.2.1',
      '0:0:0:0:0:ffff:192.0.2.1': '192.0.2.1',
      '[::ffff:192.0.2.1]:4711': '192.0.2.1',
      '2001:db8:1:2:3:4:5:6': '2001:db8:1:2::/64',
      '2001:0DB8:0001:0002::1': '2001:db8:1:2::/64',
      '[2001:db8:1:2::7]:4711': '2001:db8:1:2::/64',
      '2001:db8::1': '2001:db8:0:0::/64',
      '2001:db8:1:2:3:4:192.0.2.1': '2001:db8:1:2::/64',
      '2001:db8:1:2::': '2001:db8:1:2::/64',
      '::': '0:0:0:0::/64',
      '::1': '0:0:0:0::/64',
      'fe80::1%eth0': 'fe80:0:0:0::/64',
    }

    assert.deepEqual(Object.fromEntries(Object.keys(networks).map((ip) => [ip, networkOf(ip)])), networks)
  })

  it('is one for all that is no address, so that nobody gets a count of his own by inventing one', () => {
    const invented = [
      '',
      'unknown',
      '1.2.3',
      '256.1.1.1',
      '::ffff:1.2.3',
      '1:2:3',
      'a'.repeat(10_000),
      '_x%1',
    ]

    assert.deepEqual(new Set(invented.map(networkOf)), new Set(['unknown']))
  })
})

describe('an address of this machine', () => {
  it('is known in whatever way it is written', () => {
    const addresses = {
      '127.0.0.1': true,
      '127.8.9.1': true,
      '::1': true,
      '[::1]:80': true,
      '0:0:0:0:0:0:0:1': true,
      '::ffff:127.0.0.1': true,
      '::ffff:7f00:1': true,
      '::2': false,
      '::': false,
      '192.0.2.1': false,
      '127.0.0.1.example.org': false,
      localhost: false,
    }

    assert.deepEqual(Object.fromEntries(Object.keys(addresses).map((ip) => [ip, isLoopback(ip)])), addresses)
  })
})
