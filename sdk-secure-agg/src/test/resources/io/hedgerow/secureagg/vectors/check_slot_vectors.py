#!/usr/bin/env python3
"""Checks slot vectors against a second implementation of SAGG/1, written from the protocol and not from the Java code.

usage: check_slot_vectors.py FILE     exit code 0 when every line agrees, 1 otherwise
needs: Python 3.8, package cryptography
"""
import hashlib
import hmac
import json
import sys

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ed25519, x25519
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

RAW = (serialization.Encoding.Raw, serialization.PublicFormat.Raw)


def u32(x):
    return x.to_bytes(4, "big")


def u64(x):
    return x.to_bytes(8, "big")


def info(label, *fields):
    return b"".join(u32(len(f)) + f for f in (b"SAGG/1 " + label.encode(),) + fields)


def H(label, *fields):
    return hashlib.sha256(info(label, *fields)).digest()


def extract(salt, material):
    return hmac.new(salt, material, hashlib.sha256).digest()


def expand(key, context):
    return hmac.new(key, context + b"\x01", hashlib.sha256).digest()


def xor(a, b):
    return bytes(x ^ y for x, y in zip(a, b))


def times(a, b):
    """Product in GF(2^16) modulo x^16 + x^12 + x^3 + x + 1."""
    product = 0
    while b:
        if b & 1:
            product ^= a
        a <<= 1
        if a & 0x10000:
            a ^= 0x1100B
        b >>= 1
    return product


def inverse(a):
    result, power = 1, 0xFFFE
    while power:
        if power & 1:
            result = times(result, a)
        a = times(a, a)
        power >>= 1
    return result


def words(secret):
    return [int.from_bytes(secret[i:i + 2], "big") for i in range(0, len(secret), 2)]


def octets(lanes):
    return b"".join(w.to_bytes(2, "big") for w in lanes)


def share_of(secret, coefficients, x):
    """The polynomial with the secret at 0 and the coefficients from degree 1 on, at x."""
    total = words(secret)
    power = 1
    for coefficient in coefficients:
        power = times(power, x)
        total = [t ^ times(c, power) for t, c in zip(total, words(coefficient))]
    return octets(total)


def join(shares):
    """The secret from (x, share) pairs by Lagrange's formula at 0, where subtraction is addition."""
    total = [0] * 16
    for x, share in shares:
        weight = 1
        for other, _ in shares:
            if other != x:
                weight = times(weight, times(other, inverse(other ^ x)))
        total = [t ^ times(w, weight) for t, w in zip(total, words(share))]
    return octets(total)


def stream(key, lanes):
    counter = Cipher(algorithms.AES(key), modes.CTR(bytes(16))).encryptor()
    data = counter.update(bytes(8 * lanes))
    return [int.from_bytes(data[i:i + 8], "little") for i in range(0, len(data), 8)]


def signed(value):
    value %= 1 << 64
    return value - (1 << 64) if value >> 63 else value


class Check:
    def __init__(self, label):
        self.label = label
        self.lines = 0
        self.wrong = 0

    def equal(self, what, expected, found):
        self.lines += 1
        if isinstance(found, bytes):
            found = found.hex()
        if expected != found:
            self.wrong += 1
            print(f"{self.label}: {what} is {expected} in the file, {found} here")


def check_slot(slot):
    c = Check(slot["label"])
    n, t, number, lanes = slot["sites"], slot["threshold"], slot["slot"], slot["lanes"]
    u2, u3 = slot["sharing"], slot["survivors"]
    sid = hashlib.sha256(slot["label"].encode() + b" sid").digest()
    c.equal("sid", slot["sid"], sid)
    policy, inputs = H("policy"), H("input", bytes(32))
    c.equal("policyHash", slot["policyHash"], policy)
    c.equal("inputHash", slot["inputHash"], inputs)

    sites = []
    opened = H("open", sid, u64(number), u32(n), u32(t), u32(slot["minCohort"]), policy)
    c.equal("open", slot["open"], opened)
    for u in range(n):
        given = slot["site"][u]
        drawn = hashlib.shake_256(slot["label"].encode() + u32(u)).digest(32 * (5 + 2 * (t - 1)))
        parts = [drawn[i:i + 32] for i in range(0, len(drawn), 32)]
        seed, scalar, nonce, b, k = parts[:5]
        cb, ck = parts[5:4 + t], parts[4 + t:]
        identity = ed25519.Ed25519PrivateKey.from_private_bytes(seed)
        agreement = x25519.X25519PrivateKey.from_private_bytes(scalar)
        sites.append((identity, agreement, nonce, b, k, cb, ck))
        for name, value in (("identitySeed", seed), ("agreementScalar", scalar), ("nonce", nonce), ("selfSeed", b),
                            ("wrapKey", k), ("identityKey", identity.public_key().public_bytes(*RAW)),
                            ("agreementKey", agreement.public_key().public_bytes(*RAW)),
                            ("advertiseSignature", identity.sign(H("advertise", opened, u32(u), nonce)))):
            c.equal(f"{name} of {u}", given[name], value)
        c.equal(f"selfCoefficients of {u}", given["selfCoefficients"], [x.hex() for x in cb])
        c.equal(f"wrapCoefficients of {u}", given["wrapCoefficients"], [x.hex() for x in ck])

    ctx = H("ctx", opened, *(u32(u) + sites[u][2] for u in range(n)))
    ctx2 = H("ctx2", ctx, inputs, *(u32(u) for u in u2))
    cons = H("cons", ctx2, *(u32(u) for u in u3))
    c.equal("ctx", slot["ctx"], ctx)
    c.equal("ctx2", slot["ctx2"], ctx2)
    c.equal("cons", slot["cons"], cons)

    pair_seed, share_key, pair_mask = {}, {}, {}
    given_pairs = {(p["low"], p["high"]): p for p in slot["pair"]}
    c.equal("pairs", sorted(given_pairs), [(i, j) for i in range(n) for j in range(i + 1, n)])
    for (i, j), given in given_pairs.items():
        public = [sites[x][1].public_key().public_bytes(*RAW) for x in (i, j)]
        pctx = H("pair", sid, u32(i), u32(j), public[0], public[1], b"", b"")
        chain = expand(extract(pctx, sites[i][1].exchange(sites[j][1].public_key())), info("chain0"))
        c.equal(f"chain0 of {i} {j}", given["chain0"], chain)
        for step in range(number):
            chain = expand(chain, info("ratchet", u64(step)))
        slot_key = expand(chain, info("slotkey", u64(number)))
        prk = extract(ctx, slot_key)
        seed = expand(prk, info("pairseed", u32(i), u32(j)))
        share_key[i, j] = expand(prk, info("sharekey", u32(i), u32(j)))
        share_key[j, i] = expand(prk, info("sharekey", u32(j), u32(i)))
        pair_seed[i, j] = pair_seed[j, i] = seed
        pair_mask[i, j] = pair_mask[j, i] = expand(seed, info("mask", ctx2))
        c.equal(f"slotKey of {i} {j}", given["slotKey"], slot_key)
        c.equal(f"pairSeed of {i} {j}", given["pairSeed"], seed)
        c.equal(f"pairCommitment of {i} {j}", given["pairCommitment"], H("cs", ctx, u32(i), u32(j), seed))
        c.equal(f"maskKey of {i} {j}", given["maskKey"], pair_mask[i, j])

    self_mask = {}
    for u in range(n):
        given = slot["site"][u]
        _, _, _, b, k, _, _ = sites[u]
        self_mask[u] = expand(b, info("selfmask", ctx2, u32(u)))
        c.equal(f"selfMaskKey of {u}", given["selfMaskKey"], self_mask[u])
        c.equal(f"selfCommitment of {u}", given["selfCommitment"], H("cb", ctx, u32(u), b))
        c.equal(f"wrapCommitment of {u}", given["wrapCommitment"], H("ck", ctx, u32(u), k))

    shares = {}
    for u in u2:
        _, _, _, b, k, cb, ck = sites[u]
        for v in range(n):
            shares["self", u, v] = share_of(b, cb, v + 1)
            shares["wrap", u, v] = share_of(k, ck, v + 1)
    wraps = {}
    given_boxes = {(x["from"], x["to"]): x for x in slot["box"]}
    c.equal("boxes", sorted(given_boxes), sorted((u, v) for u in u2 for v in range(n) if v != u))
    for (u, v), given in given_boxes.items():
        key, mine, wrapped = share_key[u, v], shares["self", u, v], shares["wrap", u, v]
        wraps[u, v] = xor(pair_seed[u, v], expand(sites[u][4], info("wrap", ctx, u32(u), u32(v))))
        for name, value in (("shareKey", key), ("selfShare", mine), ("wrapShare", wrapped),
                            ("box", AESGCM(key).encrypt(bytes(12), mine + wrapped, H("box", ctx, u32(u), u32(v)))),
                            ("wrap", wraps[u, v]),
                            ("selfShareCommitment", H("csb", ctx, u32(u), u32(v), mine)),
                            ("wrapShareCommitment", H("csk", ctx, u32(u), u32(v), wrapped))):
            c.equal(f"{name} of {u} {v}", given[name], value)

    total = [0] * lanes
    for u in range(n):
        q = [1000 * (u + 1) + i * (-1) ** u - 2500 for i in range(lanes)]
        c.equal(f"input of {u}", slot["site"][u]["input"], [str(x) for x in q])
        if u not in u3:
            continue
        y = [a + b for a, b in zip(q, stream(self_mask[u], lanes))]
        for v in u2:
            if v != u:
                sign = 1 if v > u else -1
                y = [a + sign * b for a, b in zip(y, stream(pair_mask[u, v], lanes))]
        c.equal(f"masked of {u}", slot["site"][u]["masked"], b"".join((x % (1 << 64)).to_bytes(8, "little") for x in y))
        # the coordinator adds what is in the file
        sent = bytes.fromhex(slot["site"][u]["masked"])
        total = [a + int.from_bytes(sent[8 * i:8 * i + 8], "little") for i, a in enumerate(total)]

    # what the coordinator does with the shares in the file and with nothing else that is secret
    released = {}
    for one in slot["released"]:
        kind = "self" if one["owner"] in u3 else "wrap"
        c.equal(f"kind of {one['owner']}", one["kind"], kind)
        c.equal(f"share of {one['owner']} at {one['by']}", one["share"], shares[kind, one["owner"], one["by"]])
        released.setdefault(one["owner"], []).append((one["by"] + 1, bytes.fromhex(one["share"])))
    c.equal("owners of released shares", sorted(released), sorted(u2))
    for owner, held in released.items():
        c.equal(f"holders of shares of {owner}", sorted(x - 1 for x, _ in held), sorted(u3))
        secret = join(held[-t:])
        if owner in u3:
            c.equal(f"b of {owner} from its shares", slot["site"][owner]["selfSeed"], secret)
            mask = stream(expand(secret, info("selfmask", ctx2, u32(owner))), lanes)
            total = [a - b for a, b in zip(total, mask)]
        else:
            c.equal(f"k of {owner} from its shares", slot["site"][owner]["wrapKey"], secret)
            for v in u3:
                seed = xor(wraps[owner, v], expand(secret, info("wrap", ctx, u32(owner), u32(v))))
                c.equal(f"seed of {owner} {v} from its wrap", given_pairs[min(owner, v), max(owner, v)]["pairSeed"], seed)
                mask = stream(expand(seed, info("mask", ctx2)), lanes)
                sign = 1 if v > owner else -1
                total = [a + sign * b for a, b in zip(total, mask)]
    c.equal("sum after unmasking", slot["sum"], [str(signed(x)) for x in total])
    exact = [sum(1000 * (u + 1) + i * (-1) ** u - 2500 for u in u3) for i in range(lanes)]
    c.equal("sum of the inputs", slot["sum"], [str(x) for x in exact])
    return c


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    with open(sys.argv[1], encoding="utf-8") as file:
        checks = [check_slot(slot) for slot in json.load(file)]
    for c in checks:
        print(f"{c.label}: {c.lines} lines, {c.wrong} wrong")
    sys.exit(1 if any(c.wrong for c in checks) or not checks else 0)


if __name__ == "__main__":
    main()
