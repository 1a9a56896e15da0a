/** Links to the files of finished exports: signed, bound to one export, expiring. */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

export interface DownloadLinks {
  /** The absolute address of the file of an export. Its name is only a suggestion for saving it. */
  urlOf(eventId: string, taskId: string, fileName: string): string
  /** The same for a copy of personal data. */
  personalUrlOf(userId: string, taskId: string): string
  /** The export that a token belongs to; `isValid` is false if the token is forged or has expired. */
  read(token: string): { taskId: string; isValid: boolean } | undefined
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export function downloadLinks(secret: string, publicUrl: string, days: number): DownloadLinks {
  const key = createHash('sha256').update(`downloads:${secret}`).digest()
  const sign = (taskId: string, expires: string) =>
    createHmac('sha256', key).update(`${taskId}.${expires}`).digest('base64url')
  const token = (taskId: string) => {
    const expires = String(Math.floor(Date.now() / 1000) + days * 24 * 3600)
    return `${taskId}.${expires}.${sign(taskId, expires)}`
  }
  return {
    urlOf: (eventId, taskId, fileName) =>
      `${publicUrl}/v1/events/${eventId}/exports/${token(taskId)}/${fileName}`,
    personalUrlOf: (userId, taskId) =>
      `${publicUrl}/v1/users/${userId}/personal-data/${token(taskId)}/personal-data.zip`,
    read(token) {
      const [taskId = '', expires = '', signature = ''] = token.split('.')
      if (!UUID.test(taskId)) return undefined
      const given = Buffer.from(signature)
      const right = Buffer.from(sign(taskId, expires))
      const isSigned = given.length === right.length && timingSafeEqual(given, right)
      return { taskId, isValid: isSigned && Number(expires) > Date.now() / 1000 }
    },
  }
}
