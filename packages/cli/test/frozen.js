// Loaded before the program: its clock stands still, so that "3 min ago" stays what it was.
const now = Number(process.env.FROZEN_AT)
Date.now = () => now
