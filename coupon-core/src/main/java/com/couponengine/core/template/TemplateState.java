package com.couponengine.core.template;

/** The life of a template: draft → published ⇄ paused → ended. */
public enum TemplateState {
    /** Being written; nothing can be grabbed, everything can be changed. */
    DRAFT,
    /** Can be grabbed within its grab window; discount, validity, zone and user limit are frozen. */
    PUBLISHED,
    /** Cannot be grabbed for now; coupons already issued can be used. */
    PAUSED,
    /** Can never be grabbed again. Final. Coupons already issued can be used. */
    ENDED
}
