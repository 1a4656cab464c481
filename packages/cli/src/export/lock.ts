import { type FileHandle, unlink } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { isAbsolute, join } from 'node:path'

/**
 * Keeps every other export on this machine from a file, until the returned function is called or this process ends,
 * however it does: the lock is an address that the system lets only one process listen on. Null where another has it.
 */
export async function lockFile(file: FileHandle): Promise<(() => void) | null> {
  const { dev, ino } = await file.stat({ bigint: true })
  const server = (await listenAlone(addressOf(`flow-query-${dev}-${ino}`)))?.unref()
  return server ? () => server.close() : null
}

function addressOf(name: string): string {
  if (process.platform === 'win32') return `\\\\.\\pipe\\${name}`
  // Linux has addresses that are no files, and nothing of them stays behind.
  return process.platform === 'linux' ? `\0${name}` : join(tmpdir(), `${name}.sock`)
}

/** Null where somebody listens already. What one left behind that was killed is taken away. */
export async function listenAlone(address: string): Promise<Server | null> {
  const server = await listen(address)
  if (server || !isAbsolute(address) || (await isAnswered(address))) return server
  await unlink(address)
  return listen(address)
}

/** Null where the address is taken. */
function listen(address: string): Promise<Server | null> {
  return new Promise((resolve, reject) => {
    const server = createServer(socket => socket.destroy())
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(null) : reject(error),
    )
    server.listen(address, () => resolve(server))
  })
}

function isAnswered(address: string): Promise<boolean> {
  return new Promise(resolve => {
    const socket = connect(address)
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('close', () => socket.destroy())
  })
}
