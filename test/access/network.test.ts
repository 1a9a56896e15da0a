/** What limits count as one client. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isLoopback, makeNetworks, networkOf } from '../../src/access/network.ts'

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

describe('addresses that are named', () => {
  it('are single ones, networks, and those of the words loopback and private', () => {
    const isNamed = makeNetworks(['loopback', '192.0.2.1', '198.51.100.0/24', '2001:db8::/32'])
    const isPrivate = makeNetworks(['private'])
    const isNone = makeNetworks(['none'])
    const addresses = {
      '127.0.0.1': [true, true],
      '192.0.2.1': [true, false],
      '192.0.2.2': [false, false],
      '198.51.100.7:80': [true, false],
      '::ffff:198.51.100.7': [true, false],
      '2001:db8::1': [true, false],
      '2001:db9::1': [false, false],
      '10.1.2.3': [false, true],
      '172.17.0.1': [false, true],
      '172.32.0.1': [false, false],
      '192.168.1.1': [false, true],
      '::ffff:c0a8:101': [false, true],
      'fd00::1': [false, true],
      'fe80::1%eth0': [false, true],
      nonsense: [false, false],
    }

    assert.deepEqual(
      Object.fromEntries(Object.keys(addresses).map((ip) => [ip, [isNamed(ip), isPrivate(ip)]])),
      addresses,
    )
    assert.ok(!Object.keys(addresses).some(isNone))
  })
})
