// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.pkcs11;

import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** A function of the token's library did not return {@code CKR_OK} (PKCS#11 v3.1, section 5.1). */
final class TokenException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    static final long ATTRIBUTE_SENSITIVE = 0x11;
    static final long ATTRIBUTE_TYPE_INVALID = 0x12;
    static final long USER_ALREADY_LOGGED_IN = 0x100;
    static final long CRYPTOKI_ALREADY_INITIALIZED = 0x191;

    private static final Map<Long, String> NAMES = Map.ofEntries(
            Map.entry(0x3L, "CKR_SLOT_ID_INVALID"),
            Map.entry(0x5L, "CKR_GENERAL_ERROR"),
            Map.entry(0x6L, "CKR_FUNCTION_FAILED"),
            Map.entry(0x7L, "CKR_ARGUMENTS_BAD"),
            Map.entry(0x10L, "CKR_ATTRIBUTE_READ_ONLY"),
            Map.entry(ATTRIBUTE_SENSITIVE, "CKR_ATTRIBUTE_SENSITIVE"),
            Map.entry(ATTRIBUTE_TYPE_INVALID, "CKR_ATTRIBUTE_TYPE_INVALID"),
            Map.entry(0x13L, "CKR_ATTRIBUTE_VALUE_INVALID"),
            Map.entry(0x30L, "CKR_DEVICE_ERROR"),
            Map.entry(0x31L, "CKR_DEVICE_MEMORY"),
            Map.entry(0x32L, "CKR_DEVICE_REMOVED"),
            Map.entry(0x54L, "CKR_FUNCTION_NOT_SUPPORTED"),
            Map.entry(0x60L, "CKR_KEY_HANDLE_INVALID"),
            Map.entry(0x63L, "CKR_KEY_TYPE_INCONSISTENT"),
            Map.entry(0x68L, "CKR_KEY_FUNCTION_NOT_PERMITTED"),
            Map.entry(0x70L, "CKR_MECHANISM_INVALID"),
            Map.entry(0x71L, "CKR_MECHANISM_PARAM_INVALID"),
            Map.entry(0x82L, "CKR_OBJECT_HANDLE_INVALID"),
            Map.entry(0xa0L, "CKR_PIN_INCORRECT"),
            Map.entry(0xa1L, "CKR_PIN_INVALID"),
            Map.entry(0xa2L, "CKR_PIN_LEN_RANGE"),
            Map.entry(0xa3L, "CKR_PIN_EXPIRED"),
            Map.entry(0xa4L, "CKR_PIN_LOCKED"),
            Map.entry(0xb0L, "CKR_SESSION_CLOSED"),
            Map.entry(0xb1L, "CKR_SESSION_COUNT"),
            Map.entry(0xb3L, "CKR_SESSION_HANDLE_INVALID"),
            Map.entry(0xd0L, "CKR_TEMPLATE_INCOMPLETE"),
            Map.entry(0xd1L, "CKR_TEMPLATE_INCONSISTENT"),
            Map.entry(0xe0L, "CKR_TOKEN_NOT_PRESENT"),
            Map.entry(0xe1L, "CKR_TOKEN_NOT_RECOGNIZED"),
            Map.entry(0xe2L, "CKR_TOKEN_WRITE_PROTECTED"),
            Map.entry(USER_ALREADY_LOGGED_IN, "CKR_USER_ALREADY_LOGGED_IN"),
            Map.entry(0x101L, "CKR_USER_NOT_LOGGED_IN"),
            Map.entry(0x102L, "CKR_USER_PIN_NOT_INITIALIZED"),
            Map.entry(0x130L, "CKR_DOMAIN_PARAMS_INVALID"),
            Map.entry(0x140L, "CKR_CURVE_NOT_SUPPORTED"),
            Map.entry(0x190L, "CKR_CRYPTOKI_NOT_INITIALIZED"),
            Map.entry(CRYPTOKI_ALREADY_INITIALIZED, "CKR_CRYPTOKI_ALREADY_INITIALIZED"));

    /** A session, a login or a handle is no longer valid, as after a token was out: a new one may do. */
    private static final Set<Long> LOST = Set.of(0x32L, 0x60L, 0x82L, 0xb0L, 0xb3L, 0xe0L, 0x101L);

    private final String function;
    private final long code;

    TokenException(String function, long code) {
        super(name(code) + " of " + function);
        this.function = function;
        this.code = code;
    }

    private static String name(long code) {
        String known = NAMES.get(code);
        return known == null ? String.format(Locale.ROOT, "CKR_0x%x", code) : known;
    }

    long code() {
        return code;
    }

    /** The code's name alone. */
    String name() {
        return name(code);
    }

    /** The code's name and the function's. */
    String what() {
        return name() + " of " + function;
    }

    boolean isOfPin() {
        return name().startsWith("CKR_PIN_");
    }

    boolean isLost() {
        return LOST.contains(code);
    }
}
