import { createCipheriv, createDecipheriv, createECDH, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { open, readFile, stat } from 'node:fs/promises'
import { MonitorError } from '../alerts/state-file.js'

/** The keys of a monitor with subscriptions. All of them are derived from one secret of 32 bytes. */
export interface Keys {
  encrypt: (text: string) => string
  decrypt: (sealed: string) => string
  /** Returns a text that is the same for the same address. Without the secret, it doesn't reveal the address. */
  addressHash: (address: string) => string
  /** The keys that identify the monitor to push services, in base64url. */
  vapid: { publicKey: string; privateKey: string }
}

/** @param secret 32 bytes in base64. Without it, they are read from the file, which is created with mode 600. */
export async function loadKeys(secret: string | undefined, file: string): Promise<Keys> {
  const bytes = Buffer.from(secret ?? (await readOrCreate(file)), 'base64')
  if (bytes.length !== 32)
    throw new MonitorError(
      'argument',
      `The key of the subscriptions${secret === undefined ? ` in ${file}` : ''} must be 32 bytes in base64.`,
      'Create one with: openssl rand -base64 32',
    )
  return keysOf(bytes)
}

async function readOrCreate(file: string): Promise<string> {
  const created = await open(file, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  if (created) {
    await created.writeFile(`${randomBytes(32).toString('base64')}\n`)
    await created.sync()
    await created.close()
  }
  const { mode } = await stat(file)
  if (process.platform !== 'win32' && mode & 0o077)
    throw new MonitorError('argument', `Other users can read the key in ${file}.`, `Run: chmod 600 ${file}`)
  return (await readFile(file, 'utf8')).trim()
}

function keysOf(secret: Buffer): Keys {
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', secret, '', `flow-query ${purpose}`, 32))
  const [encryption, hashing] = [derive('encryption'), derive('addresses')]
  return {
    encrypt(text) {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', encryption, nonce)
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')
    },
    decrypt(sealed) {
      const bytes = Buffer.from(sealed, 'base64url')
      const decipher = createDecipheriv('aes-256-gcm', encryption, bytes.subarray(0, 12))
      decipher.setAuthTag(bytes.subarray(12, 28))
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString()
    },
    addressHash: address => createHmac('sha256', hashing).update(address).digest('base64url'),
    vapid: vapidOf(derive('vapid')),
  }
}

function vapidOf(privateKey: Buffer): Keys['vapid'] {
  const curve = createECDH('prime256v1')
  curve.setPrivateKey(privateKey)
  return { publicKey: curve.getPublicKey('base64url'), privateKey: privateKey.toString('base64url') }
}
