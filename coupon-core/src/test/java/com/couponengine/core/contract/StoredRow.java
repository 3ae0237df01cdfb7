package com.couponengine.core.contract;

/**
 * A coupon's row as it is stored, read around the port.
 *
 * @param code its code, as stored
 * @param userId its owner
 * @param grabNo which of the user's coupons of its template it is
 * @param requestId the request that it was issued for, as stored
 * @param archived whether it stands in the archive
 */
public record StoredRow(String code, long userId, int grabNo, String requestId, boolean archived) {}
