// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.pkcs11;

import com.sun.jna.Function;
import com.sun.jna.Library;
import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import com.sun.jna.NativeLong;
import com.sun.jna.Pointer;
import com.sun.jna.ptr.NativeLongByReference;
import com.sun.jna.ptr.PointerByReference;
import java.lang.ref.Reference;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * A maker's PKCS#11 library, loaded into this process and initialized once. Its functions are those of its
 * {@code CK_FUNCTION_LIST}, which every library has. A library that the platform's own provider has loaded is the same
 * one: they share its logins. It is never finalized, which would end these. Thread-safe as the standard demands of a
 * library that is initialized with {@code CKF_OS_LOCKING_OK}.
 *
 * <p>{@code CK_ULONG} is C's {@code long}; structures are aligned as C aligns them, which holds everywhere but on
 * Windows.
 */
final class TokenLibrary {

    private static final int LAZY = 1;
    private static final long OS_LOCKING_OK = 2;
    private static final int WORDS_OF_ARGUMENTS = 6;
    private static final int LABEL = 32;
    private static final int TOKEN_INFO = 512;

    /** Held, because the library is unloaded when nothing holds it, and its functions with it. */
    private final NativeLibrary library;

    private final Pointer functions;

    private TokenLibrary(NativeLibrary library, Pointer functions) {
        this.library = library;
        this.functions = functions;
    }

    /** Loads a library, unless this process has it. */
    static TokenLibrary load(String path) {
        NativeLibrary library = NativeLibrary.getInstance(path, Map.of(Library.OPTION_OPEN_FLAGS, LAZY));
        PointerByReference list = new PointerByReference();
        long code = ((NativeLong)
                        library.getFunction("C_GetFunctionList").invoke(NativeLong.class, new Object[] {list}))
                .longValue();
        if (code != 0) {
            throw new TokenException("C_GetFunctionList", code);
        }
        TokenLibrary loaded = new TokenLibrary(library, list.getValue());
        loaded.initialize();
        return loaded;
    }

    private void initialize() {
        try (Memory arguments = new Memory((long) WORDS_OF_ARGUMENTS * Native.POINTER_SIZE)) {
            arguments.clear();
            arguments.setNativeLong(4L * Native.POINTER_SIZE, new NativeLong(OS_LOCKING_OK));
            call(TokenFunction.C_INITIALIZE, arguments);
        } catch (TokenException e) {
            if (e.code() != TokenException.CRYPTOKI_ALREADY_INITIALIZED) {
                throw e;
            }
        }
    }

    /** Calls a function; {@code long} arguments are {@code CK_ULONG}. */
    void call(TokenFunction function, Object... arguments) {
        Object[] passed = Arrays.stream(arguments)
                .map(one -> one instanceof Long number ? new NativeLong(number) : one)
                .toArray();
        // the list begins with a version of two bytes, which is padded to a pointer
        Pointer code = functions.getPointer((long) Native.POINTER_SIZE * (1 + function.place()));
        NativeLong returned;
        try {
            returned = (NativeLong) Function.getFunction(code).invoke(NativeLong.class, passed);
        } finally {
            Reference.reachabilityFence(library);
        }
        if (returned.longValue() != 0) {
            throw new TokenException(function.toString(), returned.longValue());
        }
    }

    /** All slots in the library's order, or those in which a token is. */
    List<Long> slots(boolean withToken) {
        byte present = (byte) (withToken ? 1 : 0);
        NativeLongByReference count = new NativeLongByReference();
        call(TokenFunction.C_GET_SLOT_LIST, present, Pointer.NULL, count);
        long room = Math.max(1, count.getValue().longValue());
        try (Memory list = new Memory(room * NativeLong.SIZE)) {
            count.setValue(new NativeLong(room));
            call(TokenFunction.C_GET_SLOT_LIST, present, list, count);
            List<Long> slots = new ArrayList<>();
            for (long k = 0; k < count.getValue().longValue(); k++) {
                slots.add(list.getNativeLong(k * NativeLong.SIZE).longValue());
            }
            return slots;
        }
    }

    /** Whether the token in a slot has a label, which is filled up with blanks; not where it cannot be read. */
    boolean hasLabel(long slot, String label) {
        try (Memory info = new Memory(TOKEN_INFO)) {
            call(TokenFunction.C_GET_TOKEN_INFO, slot, info);
            return new String(info.getByteArray(0, LABEL), StandardCharsets.UTF_8)
                    .stripTrailing()
                    .equals(label.stripTrailing());
        } catch (TokenException e) {
            return false;
        }
    }

    /**
     * The functions that are used, with their places in {@code CK_FUNCTION_LIST} (PKCS#11 v2.40 and later, pkcs11f.h).
     */
    enum TokenFunction {
        C_INITIALIZE("C_Initialize", 0),
        C_GET_SLOT_LIST("C_GetSlotList", 4),
        C_GET_TOKEN_INFO("C_GetTokenInfo", 6),
        C_OPEN_SESSION("C_OpenSession", 12),
        C_CLOSE_SESSION("C_CloseSession", 13),
        C_LOGIN("C_Login", 18),
        C_GET_ATTRIBUTE_VALUE("C_GetAttributeValue", 24),
        C_FIND_OBJECTS_INIT("C_FindObjectsInit", 26),
        C_FIND_OBJECTS("C_FindObjects", 27),
        C_FIND_OBJECTS_FINAL("C_FindObjectsFinal", 28),
        C_SIGN_INIT("C_SignInit", 42),
        C_SIGN("C_Sign", 43),
        C_GENERATE_KEY_PAIR("C_GenerateKeyPair", 59);

        private final String text;
        private final int place;

        TokenFunction(String text, int place) {
            this.text = text;
            this.place = place;
        }

        int place() {
            return place;
        }

        @Override
        public String toString() {
            return text;
        }
    }
}
