// Ends this process on a signal, or when its parent process ends, because npm doesn't always forward signals.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(0))
const parent = process.ppid
setInterval(() => process.ppid !== parent && process.exit(0), 200).unref()
