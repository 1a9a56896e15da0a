/** Compares what clients were told with what is there. Each finding is a sentence about something lost or half-made. */
import type { Received } from '../tools/mail-server.ts'
import type { Received as Message } from '../tools/receiver.ts'
import { auditMails } from './audit-mails.ts'
import { auditRecords } from './audit-records.ts'
import { auditStorage, type Stored } from './audit-storage.ts'
import { auditTasks } from './audit-tasks.ts'
import { auditWebhooks } from './audit-webhooks.ts'
import { auditFacts } from './facts.ts'
import type { Journal } from './journal.ts'
import type { Actor } from './load.ts'
import type { FaultKind } from './plan.ts'

export interface Audited {
  figures: Record<string, number>
  /** What is no fault but should be seen. */
  remarks: string[]
  findings: string[]
}

export interface AuditParts {
  actors: Actor[]
  journal: Journal
  databaseUrl: string
  /** Mails, and messages of webhooks. */
  received: readonly Received[]
  messages: readonly Message[]
  stored: Stored
  /** What may explain traces that would otherwise be faults. */
  faults: readonly FaultKind[]
}

export async function audit({
  actors,
  journal,
  databaseUrl,
  received,
  messages,
  stored,
  faults,
}: AuditParts): Promise<Audited> {
  const all = [
    await auditRecords(actors, journal, databaseUrl),
    await auditTasks(actors[0]!, journal, databaseUrl),
    await auditMails(databaseUrl, received, faults),
    await auditWebhooks(databaseUrl, messages),
    await auditStorage(databaseUrl, journal, stored, faults),
    { figures: {}, remarks: [], findings: await auditFacts(databaseUrl) },
  ]
  return {
    figures: Object.assign({}, ...all.map(({ figures }) => figures)),
    remarks: all.flatMap(({ remarks }) => remarks),
    findings: [...journal.findings, ...all.flatMap(({ findings }) => findings)],
  }
}
