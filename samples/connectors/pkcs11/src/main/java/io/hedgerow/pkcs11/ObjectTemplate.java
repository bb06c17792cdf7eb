// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.pkcs11;

import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.NativeLong;
import com.sun.jna.Pointer;
import java.util.ArrayList;
import java.util.List;

/** Attributes of an object, an array of {@code CK_ATTRIBUTE}: type, pointer to the value, length of the value. */
final class ObjectTemplate implements AutoCloseable {

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
