/** A real OAuth 2.0 server, as the payment provider. */
import { after } from 'node:test'
import { Events, OAuth2Server } from 'oauth2-mock-server'
import type { Json } from '../test/support/service.ts'

export const CLIENT = { id: 'plenum client', secret: 'hush: 100% & more' }

export interface PaymentServer {
  env: Record<string, string>
  /** The forms that were sent to the token endpoint, with the client's name and password. */
  exchanges: Json[]
  revocations: number
  /** What the token endpoint answers from now on; undefined for its usual answer. */
  answer: { status: number; body: Json } | undefined
  stop(): Promise<void>
}

export async function startPaymentServer(): Promise<PaymentServer> {
  const server = new OAuth2Server()
  await server.issuer.keys.generate('RS256')
  await server.start(0, '127.0.0.1')
  const stop = async () => {
    if (server.listening) await server.stop()
  }
  after(stop)
  const { port } = server.address()
  const at = `http://127.0.0.1:${port}`
  const payment: PaymentServer = {
    env: {
      PAYMENT_TOKEN_URL: `${at}/token`,
      PAYMENT_REVOKE_URL: `${at}/revoke`,
      PAYMENT_CLIENT_ID: CLIENT.id,
      PAYMENT_CLIENT_SECRET: CLIENT.secret,
    },
    exchanges: [],
    revocations: 0,
    answer: undefined,
    stop,
  }
  server.service.on(Events.BeforeResponse, (response, request) => {
    const credentials = Buffer.from(request.headers.authorization!.replace('Basic ', ''), 'base64').toString()
    const form = { ...request.body }
    payment.exchanges.push({ ...form, client: credentials.split(':').map((one) => formDecode(one)) })
    const own = {
      publishable_key: `pk_${payment.exchanges.length}`,
      user_id: 'acct_1',
      refresh_token: `rt_${form.code}`,
    }
    response.body = { ...(response.body as Json), ...own, access_token: `sk_${form.code}` }
    if (!payment.answer) return
    response.statusCode = payment.answer.status
    response.body = payment.answer.body
  })
  server.service.on(Events.BeforeRevoke, () => {
    payment.revocations++
  })
  return payment
}

function formDecode(text: string): string {
  return new URLSearchParams(`one=${text}`).get('one')!
}
