import { createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto';
import { canonicalJson, keyIdOf } from '../../src/protocol/connector-list/signatures';
import type { ListKey, ListSignature } from '../../src/protocol/connector-list/metadata';

/** A new key pair, both as PEM. */
export function createKeys(): { readonly secret: string; readonly key: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return {
    secret: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
    key: String(publicKey.export({ type: 'spki', format: 'pem' })),
  };
}

/** The key and its id in the form of the metadata, from the PEM of the public or private key. */
export async function listKey(pem: string): Promise<{ readonly id: string; readonly key: ListKey }> {
  const spki = String(createPublicKey(pem).export({ type: 'spki', format: 'pem' }));
  const key = { keytype: 'ecdsa', scheme: 'ecdsa-sha2-nistp256', keyval: { public: spki } };
  return { id: await keyIdOf(key), key };
}

export async function signatureOf(signed: unknown, secret: string): Promise<ListSignature> {
  const { id } = await listKey(secret);
  const sig = sign('sha256', Buffer.from(canonicalJson(signed)), createPrivateKey(secret));
  return { keyid: id, sig: sig.toString('hex') };
}
