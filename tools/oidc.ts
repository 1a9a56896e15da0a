/** A real provider of OpenID Connect, in which everybody is logged in as the person that it was told of. */
import { after } from 'node:test'
import { Events, OAuth2Server } from 'oauth2-mock-server'
import type { Json } from '../test/support/service.ts'

export interface OidcServer {
  /** The variables of a service that uses it. */
  env: Record<string, string>
  server: OAuth2Server
  /** What it says about who logs in: claims of the next ID token, over its own. */
  claims: Json
  /** What it says when it is asked for more. */
  userinfo: Json
  stop(): Promise<void>
}

export async function startOidcServer(): Promise<OidcServer> {
  const server = new OAuth2Server()
  await server.issuer.keys.generate('RS256')
  await server.start(0, '127.0.0.1')
  const { port } = server.address()
  // The name stands for several addresses; the server listens on one.
  server.issuer.url = `http://127.0.0.1:${port}`
  const stop = async () => {
    if (server.listening) await server.stop()
  }
  after(stop)
  const provider: OidcServer = {
    env: {
      OIDC_ISSUER: server.issuer.url,
      OIDC_CLIENT_ID: 'plenum',
      OIDC_CLIENT_SECRET: 'hush',
      OIDC_NAME: 'Harbour ID',
    },
    server,
    claims: {},
    userinfo: {},
    stop,
  }
  server.service.on(Events.BeforeTokenSigning, ({ payload }) => {
    Object.assign(payload, provider.claims)
  })
  server.service.on(Events.BeforeUserinfo, (response) => {
    response.body = provider.userinfo
  })
  return provider
}
