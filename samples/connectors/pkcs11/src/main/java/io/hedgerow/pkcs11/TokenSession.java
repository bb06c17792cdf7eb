// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.pkcs11;

import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.NativeLong;
import com.sun.jna.Pointer;
import com.sun.jna.ptr.NativeLongByReference;
import io.hedgerow.pkcs11.TokenLibrary.TokenFunction;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** A session with a token. Not thread-safe: a session does one thing at a time. */
final class TokenSession implements AutoCloseable {

    private static final long SERIAL = 4;
    private static final long READ_WRITE = 2;
    private static final long USER = 1;
    private static final long EC_EDWARDS_KEY_PAIR_GEN = 0x1055;
    private static final long EDDSA = 0x1057;
    private static final int SIGNATURE = 64;
    private static final int LARGEST_VALUE = 4096;
    /** One is looked for; a second one is an error. */
    private static final int MOST_FOUND = 2;

    private final TokenLibrary library;
    private final long handle;

    TokenSession(TokenLibrary library, long slot, boolean writes) {
        this.library = library;
        NativeLongByReference opened = new NativeLongByReference();
        long flags = writes ? SERIAL | READ_WRITE : SERIAL;
        library.call(TokenFunction.C_OPEN_SESSION, slot, flags, Pointer.NULL, Pointer.NULL, opened);
        handle = opened.getValue().longValue();
    }

    /** Logs this process in; does nothing where it is. */
    void login(char[] pin) {
        ByteBuffer encoded = StandardCharsets.UTF_8.encode(CharBuffer.wrap(pin));
        int length = encoded.remaining();
        try (Memory bytes = new Memory(Math.max(1, length))) {
            bytes.write(0, encoded.array(), encoded.arrayOffset(), length);
            try {
                library.call(TokenFunction.C_LOGIN, handle, USER, bytes, (long) length);
            } catch (TokenException e) {
                if (e.code() != TokenException.USER_ALREADY_LOGGED_IN) {
                    throw e;
                }
            } finally {
                bytes.clear();
            }
        } finally {
            Arrays.fill(encoded.array(), (byte) 0);
        }
    }

    /** Handles of objects that have all these attributes; of more than two, two. */
    List<Long> find(ObjectTemplate wanted) {
        library.call(TokenFunction.C_FIND_OBJECTS_INIT, handle, wanted.array(), wanted.size());
        try (Memory handles = new Memory((long) MOST_FOUND * NativeLong.SIZE)) {
            List<Long> found = new ArrayList<>();
            NativeLongByReference count = new NativeLongByReference();
            do {
                library.call(TokenFunction.C_FIND_OBJECTS, handle, handles, (long) MOST_FOUND - found.size(), count);
                for (long k = 0; k < count.getValue().longValue(); k++) {
                    found.add(handles.getNativeLong(k * NativeLong.SIZE).longValue());
                }
            } while (count.getValue().longValue() > 0 && found.size() < MOST_FOUND);
            return found;
        } finally {
            library.call(TokenFunction.C_FIND_OBJECTS_FINAL, handle);
        }
    }

    /** An attribute of an object; empty where the token does not know it or does not show it. */
    Optional<byte[]> value(long object, long type) {
        try (Memory entry = new Memory(ObjectTemplate.ENTRY);
                Memory room = new Memory(LARGEST_VALUE)) {
            entry.setNativeLong(0, new NativeLong(type));
            entry.setPointer(NativeLong.SIZE, room);
            long length = (long) NativeLong.SIZE + Native.POINTER_SIZE;
            entry.setNativeLong(length, new NativeLong(LARGEST_VALUE));
            library.call(TokenFunction.C_GET_ATTRIBUTE_VALUE, handle, object, entry, 1L);
            return Optional.of(room.getByteArray(0, entry.getNativeLong(length).intValue()));
        } catch (TokenException e) {
            if (e.code() == TokenException.ATTRIBUTE_TYPE_INVALID || e.code() == TokenException.ATTRIBUTE_SENSITIVE) {
                return Optional.empty();
            }
            throw e;
        }
    }

    /** An attribute that is a {@code CK_ULONG}. */
    Optional<Long> number(long object, long type) {
        return value(object, type)
                .filter(bytes -> bytes.length == NativeLong.SIZE)
                .map(bytes -> {
                    try (Memory room = new Memory(NativeLong.SIZE)) {
                        room.write(0, bytes, 0, bytes.length);
                        return room.getNativeLong(0).longValue();
                    }
                });
    }

    /** Makes a pair of keys on edwards25519. */
    void generate(ObjectTemplate publicKey, ObjectTemplate privateKey) {
        try (Memory mechanism = mechanism(EC_EDWARDS_KEY_PAIR_GEN)) {
            library.call(
                    TokenFunction.C_GENERATE_KEY_PAIR,
                    handle,
                    mechanism,
                    publicKey.array(),
                    publicKey.size(),
                    privateKey.array(),
                    privateKey.size(),
                    new NativeLongByReference(),
                    new NativeLongByReference());
        }
    }

    /** Signs by {@code CKM_EDDSA} without parameters, which is Ed25519 of the message itself. */
    byte[] sign(long key, byte[] message) {
        try (Memory mechanism = mechanism(EDDSA);
                Memory signature = new Memory(SIGNATURE)) {
            library.call(TokenFunction.C_SIGN_INIT, handle, mechanism, key);
            NativeLongByReference length = new NativeLongByReference(new NativeLong(SIGNATURE));
            library.call(TokenFunction.C_SIGN, handle, message, (long) message.length, signature, length);
            return signature.getByteArray(0, length.getValue().intValue());
        }
    }

    /** {@code CK_MECHANISM}: type, no parameter, length 0. */
    private static Memory mechanism(long type) {
        Memory mechanism = new Memory(2L * NativeLong.SIZE + Native.POINTER_SIZE);
        mechanism.clear();
        mechanism.setNativeLong(0, new NativeLong(type));
        mechanism.setPointer(NativeLong.SIZE, Pointer.NULL);
        return mechanism;
    }

    /** Closes the session, if it is still there. */
    @Override
    public void close() {
        try {
            library.call(TokenFunction.C_CLOSE_SESSION, handle);
        } catch (TokenException e) {
            // the token is out, and has ended it
        }
    }

    /** Attributes of an object, an array of {@code CK_ATTRIBUTE}: type, pointer to the value, length of the value. */
    static final class ObjectTemplate implements AutoCloseable {

        static final long CLASS = 0x0;
        static final long TOKEN = 0x1;
        static final long PRIVATE = 0x2;
        static final long LABEL = 0x3;
        static final long KEY_TYPE = 0x100;
        static final long ID = 0x102;
        static final long SENSITIVE = 0x103;
        static final long SIGN = 0x108;
        static final long VERIFY = 0x10a;
        static final long EXTRACTABLE = 0x162;
        static final long EC_PARAMS = 0x180;
        static final long EC_POINT = 0x181;

        static final long PUBLIC_KEY = 2;
        static final long PRIVATE_KEY = 3;
        static final long EC_EDWARDS = 0x40;

        static final long ENTRY = 2L * NativeLong.SIZE + Native.POINTER_SIZE;

        private final List<Memory> memory = new ArrayList<>();
        private final List<Long> types = new ArrayList<>();
        private final List<Integer> lengths = new ArrayList<>();

        ObjectTemplate with(long type, boolean value) {
            return with(type, new byte[] {(byte) (value ? 1 : 0)});
        }

        ObjectTemplate with(long type, long value) {
            Memory room = new Memory(NativeLong.SIZE);
            room.setNativeLong(0, new NativeLong(value));
            return add(type, room, NativeLong.SIZE);
        }

        ObjectTemplate with(long type, byte[] value) {
            Memory room = new Memory(Math.max(1, value.length));
            room.write(0, value, 0, value.length);
            return add(type, room, value.length);
        }

        private ObjectTemplate add(long type, Memory value, int length) {
            memory.add(value);
            types.add(type);
            lengths.add(length);
            return this;
        }

        /** The array; valid until this is closed. */
        Pointer array() {
            Memory array = new Memory(ENTRY * Math.max(1, types.size()));
            for (int k = 0; k < types.size(); k++) {
                array.setNativeLong(ENTRY * k, new NativeLong(types.get(k)));
                array.setPointer(ENTRY * k + NativeLong.SIZE, memory.get(k));
                array.setNativeLong(ENTRY * k + NativeLong.SIZE + Native.POINTER_SIZE, new NativeLong(lengths.get(k)));
            }
            memory.add(array);
            return array;
        }

        long size() {
            return types.size();
        }

        @Override
        public void close() {
            memory.forEach(Memory::close);
        }
    }
}
