export type Encoding = Compression | 'identity'
export type Compression = 'br' | 'gzip'

const compressions: readonly Compression[] = ['br', 'gzip']

/**
 * Returns the best encoding that a client accepts, or undefined if it accepts none. Other values of the header create no separate cached
 * bodies.
 */
export function acceptedEncoding(acceptEncoding: string | string[] | undefined): Encoding | undefined {
  const accepted = new Map<string | undefined, boolean>()
  for (const one of String(acceptEncoding ?? '')
    .toLowerCase()
    .split(',')) {
    const [name, quality = ''] = one.split(';').map(part => part.trim())
    accepted.set(name, !/^q\s*=\s*0(\.0*)?$/.test(quality))
  }
  const compression = compressions.find(name => accepted.get(name) ?? accepted.get('*') ?? false)
  const acceptsIdentity = accepted.get('identity') ?? accepted.get('*') ?? true
  return compression ?? (acceptsIdentity ? 'identity' : undefined)
}
