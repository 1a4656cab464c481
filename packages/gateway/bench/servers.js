import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Starts nginx with `proxy_cache` in front of a node. Returns undefined if nginx is not installed. */
export async function startNginx(node) {
  if (spawnSync('nginx', ['-v']).error) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'flow-query-nginx-'))
  // If root starts nginx, its workers run as another user.
  chmodSync(folder, 0o755)
  const port = await freePort()
  writeFileSync(join(folder, 'nginx.conf'), configuration(folder, port, node))
  const args = ['-p', folder, '-c', 'nginx.conf', '-e', join(folder, 'error.log')]
  const child = spawn('nginx', args, { stdio: 'ignore' })
  const stop = () => {
    child.kill('SIGTERM')
    rmSync(folder, { recursive: true, force: true })
  }
  process.once('exit', stop)
  const url = `http://127.0.0.1:${port}`
  await waitFor(() => fetch(url))
  return { url, stop }
}

/** Starts Redis without files. Returns undefined if it is not installed. */
export async function startRedis() {
  if (spawnSync('redis-server', ['--version']).error) return undefined
  const port = await freePort()
  const args = ['--port', `${port}`, '--save', '', '--appendonly', 'no', '--bind', '127.0.0.1']
  const child = spawn('redis-server', args, { stdio: 'ignore' })
  const stop = () => child.kill('SIGKILL')
  process.once('exit', stop)
  const open = () => new Promise((resolve, reject) => connect(port, '127.0.0.1', resolve).on('error', reject))
  await waitFor(open)
  const pause = () => child.kill('SIGSTOP')
  const resume = () => child.kill('SIGCONT')
  return { url: `redis://127.0.0.1:${port}`, stop, pause, resume }
}

/** Repeats a request until the server responds. */
async function waitFor(request) {
  for (let attempt = 0; attempt < 100; attempt++) {
    const isReady = await request().then(
      () => true,
      () => false,
    )
    if (isReady) return
    await new Promise(resolve => setTimeout(resolve, 50))
  }
  throw new Error('The server did not start.')
}

/** A cache of one second, with merged requests. A longer time would cause more stale responses. */
function configuration(folder, port, node) {
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(name => `${name}_temp_path ${folder}/${name};`)
  const http = [
    'access_log off;',
    ...paths,
    `proxy_cache_path ${folder}/cache keys_zone=node:10m;`,
    'keepalive_requests 1000000;',
    block('server', [
      `listen 127.0.0.1:${port};`,
      block('location /', [
        `proxy_pass ${node};`,
        'proxy_cache node;',
        'proxy_cache_valid 200 1s;',
        'proxy_cache_lock on;',
        'proxy_cache_use_stale updating;',
        'proxy_cache_background_update on;',
      ]),
    ]),
  ]
  return [
    'daemon off;',
    'worker_processes 1;',
    `pid ${folder}/nginx.pid;`,
    block('events', ['worker_connections 8192;']),
    block('http', http),
  ].join('\n')
}

function block(name, lines) {
  return [`${name} {`, ...lines, '}'].join('\n')
}

function freePort() {
  return new Promise(resolve => {
    const server = createServer()
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })
}
