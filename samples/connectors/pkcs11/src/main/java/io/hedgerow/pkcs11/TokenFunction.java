// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.pkcs11;

/** The functions that are used, with their places in {@code CK_FUNCTION_LIST} (PKCS#11 v2.40 and later, pkcs11f.h). */
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
