declare module 'http_ece' {
  import type { ECDH } from 'node:crypto'

  const httpEce: {
    decrypt: (body: unknown, options: { version: 'aes128gcm'; privateKey: ECDH; authSecret: Buffer }) => Buffer
  }
  export default httpEce
}
