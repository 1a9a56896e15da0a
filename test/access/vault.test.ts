import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { makeVault, VaultError } from '../../src/access/vault.ts'

const [first, second, third] = ['a'.repeat(32), 'b'.repeat(32), 'c'.repeat(32)]
const vault = makeVault(first)

test('what is sealed can be opened again, and looks different each time', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string(), (text, context) => {
      const [one, other] = [vault.seal(text, context), vault.seal(text, context)]
      assert.deepEqual([vault.open(one, context), vault.open(other, context)], [text, text])
      assert.notEqual(one, other)
    }),
  )
})

test('what is sealed opens in its own context only', () => {
  const sealed = vault.seal('sk_1', 'event 1')

  assert.throws(() => vault.open(sealed, 'event 2'), VaultError)
})

test('what was changed or cut off does not open', () => {
  const sealed = vault.seal('sk_1', 'event 1')
  const [id, data] = sealed.split('.') as [string, string]
  const bytes = Buffer.from(data, 'base64url')
  const damaged = Array.from(bytes, (byte, place) => Buffer.from(bytes).fill(byte ^ 1, place, place + 1))

  for (const wrong of [...damaged, bytes.subarray(0, -1), bytes.subarray(0, 20), Buffer.alloc(0)])
    assert.throws(() => vault.open(`${id}.${wrong.toString('base64url')}`, 'event 1'), VaultError)
})

test('an old secret opens what was sealed with it, and seals nothing any more', () => {
  const rotated = makeVault(second, [first, third])
  const old = vault.seal('sk_1', 'event 1')
  const renewed = rotated.seal(rotated.open(old, 'event 1'), 'event 1')

  assert.equal(old.startsWith(rotated.prefix), false)
  assert.equal(renewed.startsWith(rotated.prefix), true)
  assert.equal(makeVault(second).open(renewed, 'event 1'), 'sk_1')
  assert.throws(() => makeVault(second).open(old, 'event 1'), {
    name: 'VaultError',
    message: 'This secret was encrypted with a key that is neither SECRET nor in SECRET_OLD.',
  })
})
