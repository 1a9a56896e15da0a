/** Generated from the OpenAPI document of the service by `npm run openapi`. */

/** A record that another one is linked to, or its id. */
export type Link = string | { id: string }

/** What the records of each type hold, and what may be done with them. Relationships name the type they lead to. */
export interface Resources {
  /** A code that shows hidden tickets to the people who know it. */
  'access-code': {
    operations: 'list' | 'read' | 'create' | 'update' | 'delete'
    nested: true
    attributes: {
      /** The text that buyers enter. Unique in the event, regardless of case. */
      code: string
      /** The address of a page that applies the code. */
      accessUrl: string | null
      /** Whether the code can be used. */
      isActive: boolean
      /** How many tickets can be bought with the code in total. Null means no limit. */
      ticketsNumber: number | null
      /** The smallest number of tickets in one order with the code. */
      minQuantity: number | null
      /** The largest number of tickets in one order with the code. */
      maxQuantity: number | null
      /** When the code starts to work. */
      validFrom: string
      /** When the code stops working. Null means the end of the event. */
      validTill: string | null
      /** When the record was deleted. Null while it exists. */
      deletedAt: string | null
    }
    one: {
      /** The event that the record belongs to. */
      event: 'event'
      /** The user who created the code. */
      marketer: 'user' | null
    }
    many: {
      /** The tickets that the code shows. */
      tickets: 'ticket'
    }
    create: {
      /** The text that buyers enter. Unique in the event, regardless of case. */
      code: string
      /** The address of a page that applies the code. */
      accessUrl?: string | null
      /** Whether the code can be used. */
      isActive?: boolean | null
      /** How many tickets can be bought with the code in total. Null means no limit. */
      ticketsNumber?: number | null
      /** The smallest number of tickets in one order with the code. */
      minQuantity?: number | null
      /** The largest number of tickets in one order with the code. */
      maxQuantity?: number | null
      /** When the code starts to work. */
      validFrom: string | Date
      /** When the code stops working. Null means the end of the event. */
      validTill?: string | Date | null
      /** The event that the record belongs to. */
      event: Link
      /** The tickets that the code shows. */
      tickets?: readonly Link[]
    }
    update: {
      /** The text that buyers enter. Unique in the event, regardless of case. */
      code?: string
      /** The address of a page that applies the code. */
      accessUrl?: string | null
      /** Whether the code can be used. */
      isActive?: boolean
      /** How many tickets can be bought with the code in total. Null means no limit. */
      ticketsNumber?: number | null
      /** The smallest number of tickets in one order with the code. */
      minQuantity?: number | null
      /** The largest number of tickets in one order with the code. */
      maxQuantity?: number | null
      /** When the code starts to work. */
      validFrom?: string | Date
      /** When the code stops working. Null means the end of the event. */
      validTill?: string | Date | null
      /** The tickets that the code shows. */
      tickets?: readonly Link[]
    }
  }
  /** A token by which a script or a site calls the API for a user, with the rights that its scopes name. */
  'api-token': {
    operations: 'list' | 'read' | 'create' | 'delete'
    nested: false
    attributes: {
      /** What the token is for, so that its user knows it again. */
      name: string
      /** What it may do: `read` and `write` for everything, `session:read` and the like for one type, `export`, `import` and `upload`. */
      scopes: string[]
      /** When it stops working. Null: never. */
      expiresAt: string | null
      /** When it was last used, to the minute. Null: never. */
      lastUsedAt: string | null
      /** When the record was created. */
      createdAt: string
      /** The token itself, sent as `Authorization: Bearer`. Only the response to its creation has it. */
      token: string
    }
    one: {
      /** The user whose rights it has. */
      user: 'user' | null
    }
    many: {
      /** The only events that it may be used for. None: all events of the user. */
      events: 'event'
    }
    create: {
      /** What the token is for, so that its user knows it again. */
      name: string
      /** What it may do: `read` and `write` for everything, `session:read` and the like for one type, `export`, `import` and `upload`. */
      scopes: string[]
      /** When it stops working. Null: never. */
      expiresAt?: string | Date | null
      /** The only events that it may be used for. None: all events of the user. */
      events?: readonly Link[]
    }
  }
  /** An entry of the change log: who changed a record, when, and what was there before. */
  'change': {
    operations: 'list' | 'read'
    nested: true
    attributes: {
      /** What was done with the record. */
      action: 'created' | 'updated' | 'deleted' | 'restored'
      /** The type of the record. */
      recordType: string
      /** The id of the record. */
      recordId: string
      /** The `old` and `new` value of each changed field. Long values are shortened; secret fields have neither value. */
      fieldValues: Record<string, unknown>
      /** Of an import or a copy: how many records of each type it created. */
      counts: Record<string, unknown> | null
      /** The API token that was used, if any. */
      apiTokenId: string | null
      /** Its name at that time. */
      apiTokenName: string | null
      /** The task that made the change, if any. */
      taskId: string | null
      /** The `X-Request-Id` of the request. */
      requestId: string | null
      /** When the record was created. */
      createdAt: string
    }
    one: {
      /** The event that the record belongs to. */
      event: 'event' | null
      /** Who made the change. Null: nobody was logged in, or the account is gone. */
      user: 'user' | null
    }
    many: Record<never, never>
  }
  /** One field of the form for sessions, speakers or attendees of an event. */
  'custom-form': {
    operations: 'list' | 'read' | 'create' | 'update' | 'delete'
    nested: true
    attributes: {
      /** The form that has the field. */
      form: 'session' | 'speaker' | 'attendee'
      /** The kind of input. `select`, `radio` and `checkbox` can have options. */
      type: 'text' | 'checkbox' | 'select' | 'file' | 'image' | 'email' | 'number' | 'paragraph' | 'richtextlink' | 'boolean' | 'year' | 'radio'
      /** The name of the field in the record, such as `short-abstract`, or a new name for an additional question. */
      fieldIdentifier: string
      /** The label of the field. For fields that the record itself has, it is made from their name unless you send one. */
      name: string | null
      /** A hint for the people who fill in the form. */
      description: string | null
      /** Whether the field must be filled in. */
      isRequired: boolean
      /** Whether the form shows the field. */
      isIncluded: boolean
      /** Whether the field is a permanent part of the form. For front ends only. */
      isFixed: boolean
      /** Whether everyone can read the answers. */
      isPublic: boolean
      /** Whether people can change their answers later. For front ends only. */
      isAllowEdit: boolean
      /** Whether the answers are stored in `complex-field-values`, because the record itself has no such field. */
      isComplex: boolean
      /** The place in the form. Smaller numbers come first. */
      position: number
      /** A name that groups fields, so that a ticket can refer to them by its `form-id`. */
      formId: string | null
      /** The smallest number or length to accept. For front ends only. */
      min: number | null
      /** The largest number or length to accept. For front ends only. */
      max: number | null
      /** The code of the language of the label, such as `en`. */
      mainLanguage: string | null
    }
    one: {
      /** The event that the record belongs to. */
      event: 'event'
    }
    many: {
      /** The answers to choose from. Without options, every answer is accepted. */
      customFormOptions: 'custom-form-option'
    }
    create: {
      /** The form that has the field. */
      form: 'session' | 'speaker' | 'attendee'
      /** The kind of input. `select`, `radio` and `checkbox` can have options. */
      type?: 'text' | 'checkbox' | 'select' | 'file' | 'image' | 'email' | 'number' | 'paragraph' | 'richtextlink' | 'boolean' | 'year' | 'radio'
      /** The name of the field in the record, such as `short-abstract`, or a new name for an additional question. */
      fieldIdentifier: string
      /** The label of the field. For fields that the record itself has, it is made from their name unless you send one. */
      name?: string | null
      /** A hint for the people who fill in the form. */
      description?: string | null
      /** Whether the field must be filled in. */
      isRequired?: boolean
      /** Whether the form shows the field. */
      isIncluded?: boolean
      /** Whether the field is a permanent part of the form. For front ends only. */
      isFixed?: boolean
      /** Whether everyone can read the answers. */
      isPublic?: boolean | null
      /** Whether people can change their answers later. For front ends only. */
      isAllowEdit?: boolean | null
      /** The place in the form. Smaller numbers come first. */
      position?: number | null
      /** A name that groups fields, so that a ticket can refer to them by its `form-id`. */
      formId?: string | null
      /** The smallest number or length to accept. For front ends only. */
      min?: number | null
      /** The largest number or length to accept. For front ends only. */
      max?: number | null
      /** The code of the language of the label, such as `en`. */
      mainLanguage?: string | null
      /** The event that the record belongs to. */
      event: Link
    }
    update: {
      /** The form that has the field. */
      form?: 'session' | 'speaker' | 'attendee'
      /** The kind of input. `select`, `radio` and `checkbox` can have options. */
      type?: 'text' | 'checkbox' | 'select' | 'file' | 'image' | 'email' | 'number' | 'paragraph' | 'richtextlink' | 'boolean' | 'year' | 'radio'
      /** The name of the field in the record, such as `short-abstract`, or a new name for an additional question. */
      fieldIdentifier?: string
      /** The label of the field. For fields that the record itself has, it is made from their name unless you send one. */
      name?: string | null
      /** A hint for the people who fill in the form. */
      description?: string | null
      /** Whether the field must be filled in. */
      isRequired?: boolean
      /** Whether the form shows the field. */
      isIncluded?: boolean
      /** Whether the field is a permanent part of the form. For front ends only. */
      isFixed?: boolean
      /** Whether everyone can read the answers. */
      isPublic?: boolean
      /** Whether people can change their answers later. For front ends only. */
      isAllowEdit?: boolean
      /** The place in the form. Smaller numbers come first. */
      position?: number
      /** A name that groups fields, so that a ticket can refer to them by its `form-id`. */
      formId?: string | null
      /** The smallest number or length to accept. For front ends only. */
      min?: number | null
      /** The largest number or length to accept. For front ends only. */
      max?: number | null
      /** The code of the language of the label, such as `en`. */
      mainLanguage?: string | null
    }
  }
  /** An answer to choose from in a form field of the type select, radio or checkbox. */
  'custom-form-option': {
    operations: 'list' | 'read' | 'create' | 'update' | 'delete'
    nested: false
    attributes: {
      /** The answer, as it is shown and sent. */
      value: string
      /** When the record was deleted. Null while it exists. */
      deletedAt: string | null
    }
    one: {
      /** The field of the form. */
      customForm: 'custom-form'
      /** The event that the record belongs to. */
      event: 'event' | null
    }
    many: Record<never, never>
    create: {
      /** The answer, as it is shown and sent. */
      value: string
      /** The field of the form. */
      customForm: Link
    }
    update: {
      /** The answer, as it is shown and sent. */
      value?: string
    }
  }
  /** A code that makes tickets cheaper, or a discount for the organizer of an event. */
  'discount-code': {
    operations: 'list' | 'read' | 'create' | 'update' | 'delete'
    nested: true
    attributes: {
      /** The text that buyers enter. Unique in the event, regardless of case. */
      code: string
      /** The address of a page that applies the code. */
      discountUrl: string | null
      /** The discount on one ticket: an amount of money or a percentage, depending on `type`. */
      value: number
      /** Whether `value` is an amount of money or a percentage. */
      type: 'amount' | 'percent'
      /** Whether the code can be used. */
      isActive: boolean
      /** How many tickets all redemptions may discount together. Null means no limit. */
      ticketsNumber: number | null
      /** The smallest number of tickets in one redemption. */
      minQuantity: number | null
      /** The largest number of tickets in one redemption. A negative number or null means no limit. */
      maxQuantity: number | null
      /** When the code starts to work. Null means at once. */
      validFrom: string | null
      /** When the code stops working. Null means the end of the event. */
      validTill: string | null
      /** `tickets` for buyers of tickets, or `events` for the organizer, which only staff can create. It cannot be changed. */
      usedFor: 'events' | 'tickets'
      /** How many tickets have been discounted so far. */
      ticketsUsed: number | null
      /** When the record was created. */
      createdAt: string
      /** When the record was deleted. Null while it exists. */
      deletedAt: string | null
    }
    one: {
      /** The event that the record belongs to. */
      event: 'event'
      /** The user who created the code. */
      marketer: 'user' | null
    }
    many: {
      /** The tickets that the code makes cheaper. */
      tickets: 'ticket'
      /** The uses of the code by buyers. */
      redemptions: 'discount-redemption'
    }
    create: {
      /** The text that buyers enter. Unique in the event, regardless of case. */
      code: string
      /** The address of a page that applies the code. */
      discountUrl?: string | null
      /** The discount on one ticket: an amount of money or a percentage, depending on `type`. */
      value: number
      /** Whether `value` is an amount of money or a percentage. */
      type: 'amount' | 'percent'
      /** Whether the code can be used. */
      isActive?: boolean | null
      /** How many tickets all redemptions may discount together. Null means no limit. */
      ticketsNumber?: number | null
      /** The smallest number of tickets in one redemption. */
      minQuantity?: number | null
      /** The largest number of tickets in one redemption. A negative number or null means no limit. */
      maxQuantity?: number | null
      /** When the code starts to work. Null means at once. */
      validFrom?: string | Date | null
      /** When the code stops working. Null means the end of the event. */
      validTill?: string | Date | null
      /** `tickets` for buyers of tickets, or `events` for the organizer, which only staff can create. It cannot be changed. */
      usedFor: 'events' | 'tickets'
      /** The event that the record belongs to. */
      event: Link
      /** The tickets that the code makes cheaper. */
      tickets?: readonly Link[]
    }
    update: {
      /** The text that buyers enter. Unique in the event, regardless of case. */
      code?: string
      /** The address of a page that applies the code. */
      discountUrl?: string | null
      /** The discount on one ticket: an amount of money or a percentage, depending on `type`. */
      value?: number
      /** Whether `value` is an amount of money or a percentage. */
      type?: 'amount' | 'percent'
      /** Whether the code can be used. */
      isActive?: boolean
      /** How many tickets all redemptions may discount together. Null means no limit. */
      ticketsNumber?: number | null
      /** The smallest number of tickets in one redemption. */
      minQuantity?: number | null
      /** The largest number of tickets in one redemption. A negative number or null means no limit. */
      maxQuantity?: number | null
      /** When the code starts to work. Null means at once. */
      validFrom?: string | Date | null
      /** When the code stops working. Null means the end of the event. */
      validTill?: string | Date | null
      /** `tickets` for buyers of tickets, or `events` for the organizer, which only staff can create. It cannot be changed. */
      usedFor?: 'events' | 'tickets'
      /** The tickets that the code makes cheaper. */
      tickets?: readonly Link[]
    }
  }
  /** The use of a discount code by a buyer. */
  'discount-redemption': {
    operations: 'list' | 'read' | 'delete'
    nested: false
    attributes: {
      /** How many tickets are discounted. */
      quantity: number
      /** For one ticket of each kind: its price, the discount, and what the buyer pays. */
      discounts: unknown[]
      /** When the record was created. */
      createdAt: string
      /** When the record was deleted. Null while it exists. */
      deletedAt: string | null
    }
    one: {
      /** The event that the record belongs to. */
      event: 'event'
      /** The code that was used. */
      discountCode: 'discount-code' | null
      /** The buyer. */
      user: 'user' | null
    }
    many: {
      /** The tickets that are discounted. */
      tickets: 'ticket'
    }
  }
  /** A conference, a meeting or a festival. */
  'event': {
    operations: 'list' | 'read' | 'create' | 'update' | 'delete'
    nested: false
    attributes: {
      /** Eight hexadecimal digits that can stand for the id in every address. The service makes them. */
      identifier: string
      /** The name of the event. */
      name: string
      /** What the event is about, as HTML. */
      description: string | null
      /** When the event starts. */
      startsAt: string | null
      /** When the event ends. */
      endsAt: string
      /** The time zone in which front ends show times, such as `Europe/Berlin`. */
      timezone: string
      /** A draft is visible only to the people who work on it. */
      state: 'draft' | 'published'
      /** A private event is not in public lists, but everyone who knows its address can open it. */
      privacy: 'public' | 'private'
      /** When the record was created. */
      createdAt: string
      /** When the schedule was published. */
      schedulePublishedOn: string | null
      /** Whether visitors can take part online. */
      online: boolean
      /** The latitude in degrees, from -90 (south) to 90 (north). */
      latitude: number | null
      /** The longitude in degrees, from -180 (west) to 180 (east). */
      longitude: number | null
      /** The name or address of the place. */
      locationName: string | null
      /** A short name of the place for searches, such as the city. */
      searchableLocationName: string | null
      /** Whether front ends show a map. */
      isMapShown: boolean
      /** The address of the event's own website. */
      externalEventUrl: string | null
      /** The address of a page that sells tickets elsewhere. */
      ticketUrl: string | null
      /** The address of the logo. */
      logoUrl: string | null
      /** The address of the title picture. Setting it starts a task that makes the smaller versions. */
      originalImageUrl: string | null
      /** The address of the large version that the service makes from the title picture. */
      largeImageUrl: string | null
      /** The address of the thumbnail that the service makes from the picture. */
      thumbnailImageUrl: string | null
      /** The address of the icon that the service makes from the picture. */
      iconImageUrl: string | null
      /** The address of the schedule as iCalendar. */
      icalUrl: string | null
      /** The address of the schedule as xCal. */
      xcalUrl: string | null
      /** The address of the schedule as Pentabarf XML. */
      pentabarfUrl: string | null
      /** Whether front ends show who organizes the event. */
      hasOwnerInfo: boolean
      /** The name of the person or organization that organizes the event. */
      ownerName: string | null
      /** A text about the person or organization that organizes the event, as HTML. */
      ownerDescription: string | null
      /** The rules of behavior, as HTML. */
      codeOfConduct: string | null
      /** A text for buyers after an order, as HTML. */
      afterOrderMessage: string | null
      /** The address of a public video stream. */
      publicStreamLink: string | null
      /** Whether front ends play the stream in a loop. */
      streamLoop: boolean
      /** Whether front ends start the stream automatically. */
      streamAutoplay: boolean
      /** Whether the event has a chat. For front ends only. */
      isChatEnabled: boolean
      /** The name of the chat room. The service makes it from the name and the identifier. */
      chatRoomName: string
      /** Whether the event has video rooms. For front ends only. */
      isVideoroomEnabled: boolean
      /** Whether front ends show `document-links`. */
      isDocumentEnabled: boolean
      /** Links to documents, each with a name. */
      documentLinks: { name: string; link: string }[] | null
      /** Whether the event is highlighted. Only staff can set it. */
      isFeatured: boolean
      /** Whether the event is advertised to visitors. Only staff can set it. */
      isPromoted: boolean
      /** Whether the event is left out of recommendations. Only staff can set it. */
      isDemoted: boolean
      /** Whether the event has been announced. */
      isAnnounced: boolean
      /** Whether the event has badges for attendees. For front ends only. */
      isBadgesEnabled: boolean
      /** Whether front ends show the call for speakers. */
      isCfsEnabled: boolean
      /** Whether visitors can register with one click. For front ends only. */
      isOneclickSignupEnabled: boolean
      /** Whether front ends show sessions and speakers. */
      isSessionsSpeakersEnabled: boolean
      /** Whether reviewers do not see who made a proposal. */
      isReviewAnonymous: boolean
      /** Whether front ends show sponsors. */
      isSponsorsEnabled: boolean
      /** Whether mails about the event wait as drafts until an organizer sends them. */
      isMailHeld: boolean | null
      /** Whether buyers fill in a form for each ticket. For front ends only. */
      isTicketFormEnabled: boolean
      /** Whether front ends show tickets. */
      isTicketingEnabled: boolean
      /** Whether front ends show how many tickets are left. */
      showRemainingTickets: boolean
      /** Whether prices are subject to tax. For front ends only. */
      isTaxEnabled: boolean
      /** Whether buyers must enter a billing address. For front ends only. */
      isBillingInfoMandatory: boolean
      /** Whether visitors can donate. For front ends only. */
      isDonationEnabled: boolean
      /** Whether the event has a payment authorization. */
      isStripeLinked: boolean
      /** The country of the payment account, as a two-letter code. */
      paymentCountry: string | null
      /** The currency of all prices, as a three-letter code. */
      paymentCurrency: string | null
      /** Whether buyers can pay by PayPal. */
      canPayByPaypal: boolean
      /** Whether buyers can pay by Stripe. */
      canPayByStripe: boolean
      /** Whether buyers can pay by cheque. */
      canPayByCheque: boolean
      /** Whether buyers can pay by bank transfer. */
      canPayByBank: boolean
      /** Whether buyers can pay by invoice. */
      canPayByInvoice: boolean
      /** Whether buyers can pay by Omise. */
      canPayByOmise: boolean
      /** Whether buyers can pay by Alipay. */
      canPayByAlipay: boolean
      /** Whether buyers can pay by Paytm. */
      canPayByPaytm: boolean
      /** Whether buyers can pay at the event. */
      canPayOnsite: boolean
      /** Under which conditions buyers get their money back. */
      refundPolicy: string | null
      /** The e-mail address of the PayPal account that receives payments. */
      paypalEmail: string | null
      /** Instructions for payments by cheque. */
      chequeDetails: string | null
      /** Instructions for payments by bank transfer. */
      bankDetails: string | null
      /** Instructions for payments at the event. */
      onsiteDetails: string | null
      /** Instructions for payments by invoice. */
      invoiceDetails: string | null
      /** The value of the completed orders. Always null, because the service sells no tickets. */
      completedOrderSales: number | null
      /** The value of the placed orders. Always null, because the service sells no tickets. */
      placedOrderSales: number | null
      /** The value of the pending orders. Always null, because the service sells no tickets. */
      pendingOrderSales: number | null
      /** The number of tickets in the completed orders. Always null, because the service sells no tickets. */
      completedOrderTickets: number | null
      /** The number of tickets in the placed orders. Always null, because the service sells no tickets. */
      placedOrderTickets: number | null
      /** The number of tickets in the pending orders. Always null, because the service sells no tickets. */
      pendingOrderTickets: number | null
      /** When the record was deleted. Null while it exists. */
      deletedAt: string | null
    }
    one: {
      /** The type of the event. */
      eventType: 'event-type' | null
      /** The topic of the event. */
      eventTopic: 'event-topic' | null
      /** The sub-topic of the event. */
      eventSubTopic: 'event-sub-topic' | null
      /** The call for speakers. */
      speakersCall: 'speakers-call' | null
      /** The copyright of the event. */
      eventCopyright: 'event-copyright' | null
      /** The account at a payment provider that receives the payments. */
      paymentAuthorization: 'payment-authorization' | null
      /** The event-level discount code. Only staff can see it. */
      discountCode: 'discount-code' | null
      /** The user who owns the event. */
      owner: 'user' | null
    }
    many: {
      /** The rooms and stages. */
      microlocations: 'microlocation'
      /** The links to websites and social networks. */
      socialLinks: 'social-link'
      /** The tracks of the programme. */
      tracks: 'track'
      /** The sponsors. */
      sponsors: 'sponsor'
      /** The kinds of sessions. */
      sessionTypes: 'session-type'
      /** The sessions of the programme, and the proposals that you may see. */
      sessions: 'session'
      /** What is wrong with the schedule, such as two sessions in one room. For coorganizers. */
      scheduleConflicts: 'schedule-conflict'
      /** The speakers that you may see. */
      speakers: 'speaker'
      /** What users think of the event and of its sessions. */
      feedbacks: 'feedback'
      /** The invitations to hold sessions together. */
      speakerInvites: 'speaker-invite'
      /** The fields of the forms. */
      customForms: 'custom-form'
      /** What the event writes to people, where it is not the default. */
      mailTemplates: 'mail-template'
      /** The mails about the event and its sessions. */
      mails: 'mail'
      /** The versions of the schedule that were made public. */
      scheduleReleases: 'schedule-release'
      /** The tickets that you may see. */
      tickets: 'ticket'
      /** The labels for tickets. */
      ticketTags: 'ticket-tag'
      /** The discount codes. */
      discountCodes: 'discount-code'
      /** The access codes. */
      accessCodes: 'access-code'
      /** The invitations to roles. */
      roleInvites: 'role-invite'
      /** The change log: who changed what, and when. */
      changes: 'change'
      /** The addresses that are told of changes. */
      webhooks: 'webhook'
      /** The roles of users at the event. */
      roles: 'users-events-roles'
      /** The users who are organizers. */
      organizers: 'user'
      /** The users who are coorganizers. */
      coorganizers: 'user'
      /** The users who are track organizers. */
      trackOrganizers: 'user'
      /** The users who are moderators. */
      moderators: 'user'
      /** The users who are registrars. */
      registrars: 'user'
      /** The users with the role reviewer. For coorganizers. */
      reviewers: 'user'
      /** What reviewers score proposals by. For reviewers and coorganizers. */
      reviewCriteria: 'review-criterion'
    }
    create: {
      /** The name of the event. */
      name: string
      /** What the event is about, as HTML. */
      description?: string | null
      /** When the event starts. */
      startsAt?: string | Date
      /** When the event ends. */
      endsAt: string | Date
      /** The time zone in which front ends show times, such as `Europe/Berlin`. */
      timezone?: string | null
      /** A draft is visible only to the people who work on it. */
      state?: 'draft' | 'published' | null
      /** A private event is not in public lists, but everyone who knows its address can open it. */
      privacy?: 'public' | 'private'
      /** When the schedule was published. */
      schedulePublishedOn?: string | Date | null
      /** Whether visitors can take part online. */
      online?: boolean | null
      /** The latitude in degrees, from -90 (south) to 90 (north). */
      latitude?: number | null
      /** The longitude in degrees, from -180 (west) to 180 (east). */
      longitude?: number | null
      /** The name or address of the place. */
      locationName?: string | null
      /** A short name of the place for searches, such as the city. */
      searchableLocationName?: string | null
      /** Whether front ends show a map. */
      isMapShown?: boolean
      /** The address of the event's own website. */
      externalEventUrl?: string | null
      /** The address of a page that sells tickets elsewhere. */
      ticketUrl?: string | null
      /** The address of the logo. */
      logoUrl?: string | null
      /** The address of the title picture. Setting it starts a task that makes the smaller versions. */
      originalImageUrl?: string | null
      /** Whether front ends show who organizes the event. */
      hasOwnerInfo?: boolean | null
      /** The name of the person or organization that organizes the event. */
      ownerName?: string | null
      /** A text about the person or organization that organizes the event, as HTML. */
      ownerDescription?: string | null
      /** The rules of behavior, as HTML. */
      codeOfConduct?: string | null
      /** A text for buyers after an order, as HTML. */
      afterOrderMessage?: string | null
      /** The address of a public video stream. */
      publicStreamLink?: string | null
      /** Whether front ends play the stream in a loop. */
      streamLoop?: boolean | null
      /** Whether front ends start the stream automatically. */
      streamAutoplay?: boolean | null
      /** Whether the event has a chat. For front ends only. */
      isChatEnabled?: boolean | null
      /** Whether the event has video rooms. For front ends only. */
      isVideoroomEnabled?: boolean | null
      /** Whether front ends show `document-links`. */
      isDocumentEnabled?: boolean | null
      /** Links to documents, each with a name. */
      documentLinks?: { name: string; link: string }[] | null
      /** Whether the event is highlighted. Only staff can set it. */
      isFeatured?: boolean | null
      /** Whether the event is advertised to visitors. Only staff can set it. */
      isPromoted?: boolean | null
      /** Whether the event is left out of recommendations. Only staff can set it. */
      isDemoted?: boolean | null
      /** Whether the event has been announced. */
      isAnnounced?: boolean | null
      /** Whether the event has badges for attendees. For front ends only. */
      isBadgesEnabled?: boolean | null
      /** Whether front ends show the call for speakers. */
      isCfsEnabled?: boolean | null
      /** Whether visitors can register with one click. For front ends only. */
      isOneclickSignupEnabled?: boolean | null
      /** Whether front ends show sessions and speakers. */
      isSessionsSpeakersEnabled?: boolean | null
      /** Whether reviewers do not see who made a proposal. */
      isReviewAnonymous?: boolean | null
      /** Whether front ends show sponsors. */
      isSponsorsEnabled?: boolean | null
      /** Whether mails about the event wait as drafts until an organizer sends them. */
      isMailHeld?: boolean | null
      /** Whether buyers fill in a form for each ticket. For front ends only. */
      isTicketFormEnabled?: boolean | null
      /** Whether front ends show tickets. */
      isTicketingEnabled?: boolean | null
      /** Whether front ends show how many tickets are left. */
      showRemainingTickets?: boolean | null
      /** Whether prices are subject to tax. For front ends only. */
      isTaxEnabled?: boolean | null
      /** Whether buyers must enter a billing address. For front ends only. */
      isBillingInfoMandatory?: boolean | null
      /** Whether visitors can donate. For front ends only. */
      isDonationEnabled?: boolean | null
      /** The country of the payment account, as a two-letter code. */
      paymentCountry?: string | null
      /** The currency of all prices, as a three-letter code. */
      paymentCurrency?: string | null
      /** Whether buyers can pay by PayPal. */
      canPayByPaypal?: boolean | null
      /** Whether buyers can pay by Stripe. */
      canPayByStripe?: boolean | null
      /** Whether buyers can pay by cheque. */
      canPayByCheque?: boolean | null
      /** Whether buyers can pay by bank transfer. */
      canPayByBank?: boolean | null
      /** Whether buyers can pay by invoice. */
      canPayByInvoice?: boolean | null
      /** Whether buyers can pay by Omise. */
      canPayByOmise?: boolean | null
      /** Whether buyers can pay by Alipay. */
      canPayByAlipay?: boolean | null
      /** Whether buyers can pay by Paytm. */
      canPayByPaytm?: boolean | null
      /** Whether buyers can pay at the event. */
      canPayOnsite?: boolean | null
      /** Under which conditions buyers get their money back. */
      refundPolicy?: string | null
      /** The e-mail address of the PayPal account that receives payments. */
      paypalEmail?: string | null
      /** Instructions for payments by cheque. */
      chequeDetails?: string | null
      /** Instructions for payments by bank transfer. */
      bankDetails?: string | null
      /** Instructions for payments at the event. */
      onsiteDetails?: string | null
      /** Instructions for payments by invoice. */
      invoiceDetails?: string | null
      /** The type of the event. */
      eventType?: Link | null
      /** The topic of the event. */
      eventTopic?: Link | null
      /** The sub-topic of the event. */
      eventSubTopic?: Link | null
    }
    update: {
      /** The name of the event. */
      name?: string
      /** What the event is about, as HTML. */
      description?: string | null
      /** When the event starts. */
      startsAt?: string | Date
      /** When the event ends. */
      endsAt?: string | Date
      /** The time zone in which front ends show times, such as `Europe/Berlin`. */
      timezone?: string
      /** A draft is visible only to the people who work on it. */
      state?: 'draft' | 'published'
      /** A private event is not in public lists, but everyone who knows its address can open it. */
      privacy?: 'public' | 'private'
      /** When the schedule was published. */
      schedulePublishedOn?: string | Date | null
      /** Whether visitors can take part online. */
      online?: boolean
      /** The latitude in degrees, from -90 (south) to 90 (north). */
      latitude?: number | null
      /** The longitude in degrees, from -180 (west) to 180 (east). */
      longitude?: number | null
      /** The name or address of the place. */
      locationName?: string | null
      /** A short name of the place for searches, such as the city. */
      searchableLocationName?: string | null
      /** Whether front ends show a map. */
      isMapShown?: boolean
      /** The address of the event's own website. */
      externalEventUrl?: string | null
      /** The address of a page that sells tickets elsewhere. */
      ticketUrl?: string | null
      /** The address of the logo. */
      logoUrl?: string | null
      /** The address of the title picture. Setting it starts a task that makes the smaller versions. */
      originalImageUrl?: string | null
      /** Whether front ends show who organizes the event. */
      hasOwnerInfo?: boolean
      /** The name of the person or organization that organizes the event. */
      ownerName?: string | null
      /** A text about the person or organization that organizes the event, as HTML. */
      ownerDescription?: string | null
      /** The rules of behavior, as HTML. */
      codeOfConduct?: string | null
      /** A text for buyers after an order, as HTML. */
      afterOrderMessage?: string | null
      /** The address of a public video stream. */
      publicStreamLink?: string | null
      /** Whether front ends play the stream in a loop. */
      streamLoop?: boolean
      /** Whether front ends start the stream automatically. */
      streamAutoplay?: boolean
      /** Whether the event has a chat. For front ends only. */
      isChatEnabled?: boolean
      /** Whether the event has video rooms. For front ends only. */
      isVideoroomEnabled?: boolean
      /** Whether front ends show `document-links`. */
      isDocumentEnabled?: boolean
      /** Links to documents, each with a name. */
      documentLinks?: { name: string; link: string }[] | null
      /** Whether the event is highlighted. Only staff can set it. */
      isFeatured?: boolean
      /** Whether the event is advertised to visitors. Only staff can set it. */
      isPromoted?: boolean
      /** Whether the event is left out of recommendations. Only staff can set it. */
      isDemoted?: boolean
      /** Whether the event has been announced. */
      isAnnounced?: boolean
      /** Whether the event has badges for attendees. For front ends only. */
      isBadgesEnabled?: boolean
      /** Whether front ends show the call for speakers. */
      isCfsEnabled?: boolean
      /** Whether visitors can register with one click. For front ends only. */
      isOneclickSignupEnabled?: boolean
      /** Whether front ends show sessions and speakers. */
      isSessionsSpeakersEnabled?: boolean
      /** Whether reviewers do not see who made a proposal. */
      isReviewAnonymous?: boolean
      /** Whether front ends show sponsors. */
      isSponsorsEnabled?: boolean
      /** Whether mails about the event wait as drafts until an organizer sends them. */
      isMailHeld?: boolean
      /** Whether buyers fill in a form for each ticket. For front ends only. */
      isTicketFormEnabled?: boolean
      /** Whether front ends show tickets. */
      isTicketingEnabled?: boolean
      /** Whether front ends show how many tickets are left. */
      showRemainingTickets?: boolean
      /** Whether prices are subject to tax. For front ends only. */
      isTaxEnabled?: boolean
      /** Whether buyers must enter a billing address. For front ends only. */
      isBillingInfoMandatory?: boolean
      /** Whether visitors can donate. For front ends only. */
      isDonationEnabled?: boolean
      /** The country of the payment account, as a two-letter code. */
      paymentCountry?: string | null
      /** The currency of all prices, as a three-letter code. */
      paymentCurrency?: string | null
      /** Whether buyers can pay by PayPal. */
      canPayByPaypal?: boolean
      /** Whether buyers can pay by Stripe. */
      canPayByStripe?: boolean
      /** Whether buyers can pay by cheque. */
      canPayByCheque?: boolean
      /** Whether buyers can pay by bank transfer. */
      canPayByBank?: boolean
      /** Whether buyers can pay by invoice. */
      canPayByInvoice?: boolean
      /** Whether buyers can pay by Omise. */
      canPayByOmise?: boolean
      /** Whether buyers can pay by Alipay. */
      canPayByAlipay?: boolean
      /** Whether buyers can pay by Paytm. */
      canPayByPaytm?: boolean
      /** Whether buyers can pay at the event. */
      canPayOnsite?: boolean
      /** Under which conditions buyers get their money back. */
      refundPolicy?: string | null
      /** The e-mail address of the PayPal account that receives payments. */
      paypalEmail?: string | null
      /** Instructions for payments by cheque. */
      chequeDetails?: string | null
      /** Instructions for payments by bank transfer. */
      bankDetails?: string | null
      /** Instructions for payments at the event. */
      onsiteDetails?: string | null
      /** Instructions for payments by invoice. */
      invoiceDetails?: string | null
      /** The type of the event. */
      eventType?: Link | null
      /** The topic of the event. */
      eventTopic?: Link | null
      /** The sub-topic of the event. */
      eventSubTopic?: Link | null
    }
  }
  /** The copyright holder and the licence of an event. An event has at most one. */
  'event-copyright': {
    operations: 'list' | 'read' | 'create' | 'update' | 'delete'
    nested: false
    attributes: {
      /** The name of the copyright holder. */
      holder: string | null
      /** The address of a page about the holder. */
      holderUrl: string | null
      /** The name of the licence. */
      licence: string
      /** The address of the text of the licence. */
      licenceUrl: string | null
      /** The year of the copyright. */
      year: number | null
      /** The address of the logo of the licence. */
      logoUrl: string | null
      /** When the record was deleted. Null while it exists. */
      deletedAt: string | null
    }
    one: {
      /** The event that the record belongs to. */
      event: 'event'
    }
    many: Record<never, never>
    create: {
      /** The name of the copyright holder. */
      holder?: string | null
      /** The address of a page about the holder. */
      holderUrl?: string | null
      /** The name of the licence. */
      licence: string
      /** The address of the text of the licence. */
      licenceUrl?: string | null
      /** The year of the copyright. */
      year?: number | null
      /** The address of the logo of the licence. */
      logoUrl?: string | null
      /** The event that the record belongs to. */
      event: Link
    }
    update: {
      /** The name of the copyright holder. */
      holder?: string | null
      /** The address of a page about the holder. */
      holderUrl?: string | null
      /** The name of the licence. */
      licence?: string
      /** The address of the text of the licence. */
      licenceUrl?: string | null
      /** The year of the copyright. */
      year?: number | null
      /** The address of the logo of the licence. */
      logoUrl?: string | null
    }
  }
  /** The sizes of the pictures that the service makes for events. There is one record. */
  'event-image-size': {
    operations: 'single' | 'update'
    nested: false
    attributes: {
      /** The kind of pictures. */
      type: string
      /** The width of the large version in pixels. */
      fullWidth: number | null
      /** The height of the large version in pixels. */
      fullHeight: number | null
      /** Whether the large version keeps the proportions of the picture. */
      fullAspect: boolean
      /** The quality of the large version, from 0 to 100. */
      fullQuality: number | null
      /** The width of the thumbnail in pixels. */
      thumbnailWidth: number | null
      /** The height of the thumbnail in pixels. */
      thumbnailHeight: number | null
      /** Whether the thumbnail keeps the proportions of the picture. */
      thumbnailAspect: boolean
      /** The quality of the thumbnail, from 0 to 100. */
      thumbnailQuality: number | null
      /** The width of the icon in pixels. */
      iconWidth: number | null
      /** The height of the icon in pixels. */
      iconHeight: number | null
      /** Whether the icon keeps the proportions of the picture. */
      iconAspect: boolean
      /** The quality of the icon, from 0 to 100. */
      iconQuality: number | null
      /** The width of a logo in pixels, as a hint for front ends. */
      logoWidth: number | null
      /** The height of a logo in pixels, as a hint for front ends. */
      logoHeight: number | null
    }
    one: Record<never, never>
    many: Record<never, never>
    update: {
      /** The width of the large version in pixels. */
      fullWidth?: number | null
      /** The height of the large version in pixels. */
      fullHeight?: number | null
      /** Whether the large version keeps the proportions of the picture. */
      fullAspect?: boolean
      /** The quality of the large version, from 0 to 100. */
      fullQuality?: number | null
      /** The width of the thumbnail in pixels. */
      thumbnailWidth?: number | null
      /** The height of the thumbnail in pixels. */
      thumbnailHeight?: number | null
      /** Whether the thumbnail keeps the proportions of the picture. */
      thumbnailAspect?: boolean
      /** The quality of the thumbnail, from 0 to 100. */
      thumbnailQuality?: number | null
      /** The width of the icon in pixels. */
      iconWidth?: number | null
      /** The height of the icon in pixels. */
      iconHeight?: number | null
      /** Whether the icon keeps the proportions of the picture. */
      iconAspect?: boolean
      /** The quality of the icon, from 0 to 100. */
      iconQuality?: number | null
      /** The width of a logo in pixels, as a hint for front ends. */
      logoWidth?: number | null
      /** The height of a logo in pixels, as a hint for front ends. */
      logoHeight?: number | null
    }
  }
  /** A subdivision of an event topic. Administrators maintain the list. */
  'event-sub-topic': {
    operations: 'list' | 'read' | 'create' | 'update' | 'delete'
    nested: false
    attributes: {
      /** The name of the sub-topic. */
      name: string
      /** The name as part of an address: lower case, with hyphens. The service makes it. */
      slug: string
    }
    one: {
      /** The topic that it divides. */
      eventTopic: 'event-topic' | null
    }
    many: {
      /** The events with this sub-topic. */
      events: 'event'
    }
    create: {
      /** The name of the sub-topic. */
      name: string
      /** The topic that it divides. */
      eventTopic: Link
      /** The events with this sub-topic. */
      events?: readonly Link[]
    }
    update: {
      /** The name of the sub-topic. */
      name?: string
      /** The topic that it divides. */
      eventTopic?: Link
      /** The events with this sub-topic. */
      events?: readonly Link[]
    }
  }
  /** A subject that classifies events, such as music or science. Administrators maintain the list. */
  'event-topic': {
    operations: 'list' | 'read' | 'create' | 'update' | 'delete'
    nested: false
    attributes: {
      /** The name of the topic. */
      name: string
      /** The address of a picture for the topic. */
      systemImageUrl: string | null
      /** The name as part of an address: lower case, with hyphens. The service makes it. */
      slug: string
      /** When the record was deleted. Null while it exists. */
      deletedAt: string | null
    }
    one: Record<never, never>
    many: {
      /** The events with this topic. */
      events: 'event'
      /** The sub-topics that divide it. */
      eventSubTopics: 'event-sub-topic'
    }
    create: {
      /** The name of the topic. */
      name: string
      /** The address of a picture for the topic. */
      systemImageUrl?: string | null
      /** The events with this topic. */
      events?: readonly Link[]
    }
    update: {
      /** The name of the topic. */
      name?: string
      /** The address of a picture for the topic. */
      systemImageUrl?: string | null
      /** The events with this topic. */
      events?: readonly Link[]
    }
  }
  /** A kind of event, such as conference or concert. Administrators maintain the list. */
  'event-type': {
    operations: 'list' | 'read' | 'create' | 'update' | 'delete'
    nested: false
    attributes: {
      /** The name of the type. */
      name: string
      /** The name as part of an address: lower case, with hyphens. The service makes it. */
      slug: string
      /** When the record was deleted. Null while it exists. */
      deletedAt: string | null
    }
    one: Record<never, never>
    many: {
      /** The events of this type. */
      events: 'event'
    }
    create: {
      /** The name of the type. */
      name: string
      /** The events of this type. */
      events?: readonly Link[]
    }
    update: {
      /** The name of the type. */
      name?: string
      /** The events of this type. */
      events?: readonly Link[]
    }
  }
  /** A record of an export that you started. */
  'export-job': {
    operations: 'list' | 'read'
    nested: false
    attributes: {
      /** The id of the task, as in `/v1/tasks/{id}`. */
      task: string
      /** When the export was started. */
      startsAt: string
      /** The state of the task, such as `SUCCESS`. */
      status: string | null
      /** Details of the result, such as the reason of a failure. */
      message: string | null
    }
    one: {
      /** The user who started the export. */
      user: 'user' | null
      /** The event that was exported. */
      event: 'event' | null
    }
    many: Record<never, never>
  }
  /** A secret address for calendar programs, which cannot log in. */
  'feed-token': {
    operations: 'list' | 'read' | 'create' | 'delete'
    nested: false
    attributes: {
      /** Where the address is used, so that its user knows it again. */
      name: string | null
      /** When the record was created. */
      createdAt: string
      /** The secret for `?token=` of feeds. Only the response to the creation has it. */
      token: string
      /** The address of the personal calendar with the secret. Only the response to the creation has it. */
      url: string
    }
    one: {
      /** The user whose calendar it opens. */
      user: 'user'
    }
    many: Record<never, never>
    create: {
      /** Where the address is used, so that its user knows it again. */
      name?: string | null
      /** The user whose calendar it opens. */
      user: Link
    }
  }
  /** What a user thinks of an event or of a session after it has started. */
  'feedback': {
    operations: 'list' | 'read' | 'create' | 'update' | 'delete'
    nested: true
    attributes: {
      /** From 0 (bad) to 5 (very good). */
      rating: number
      /** What the user has to say. Everyone can read it. */
      comment: string | null
      /** When the record was created. */
      createdAt: string
    }
    one: {
      /** The event. It follows from the session if there is one. */
      event: 'event'
      /** The session that is rated. Null if it is the event as a whole. */
      session: 'session' | null
      /** The author. Only the author and coorganizers see it. */
      user: 'user' | null
    }
    many: Record<never, never>
    create: {
      /** From 0 (bad) to 5 (very good). */
      rating: number
      /** What the user has to say. Everyone can read it. */
      comment?: string | null
      /** The event. It follows from the session if there is one. */
      event: Link
      /** The session that is rated. Null if it is the event as a whole. */
      session?: Link | null
    }
    update: {
      /** From 0 (bad) to 5 (very good). */
      rating?: number
      /** What the user has to say. Everyone can read it. */
      comment?: string | null
    }
  }
  /** A record of an import or copy that you started. */
  'import-job': {
    operations: 'list' | 'read'
    nested: false
    attributes: {
      /** The id of the task, as in `/v1/tasks/{id}`. */
      task: string
      /** When the import was started. */
      startsAt: string
      /** The state of the task, such as `SUCCESS`. */
      status: string | null
      /** Details of the result, such as the reason of a failure. */
      message: string | null
      /** The id of the new event, or the message. For older clients. */
      result: string | null
      /** The same as `status`. For older clients. */
      resultStatus: string | null
    }
    one: {
      /** The user who started the import. */
      user: 'user' | null
      /** The event that was created. */
      event: 'event' | null
    }
    many: Record<never, never>
  }
  /** A mail that the service has sent or is about to send. */
  'mail': {
    operations: 'list' | 'read' | 'update' | 'delete'
    nested: true
    attributes: {
      /** The e-mail address that it goes to. */
      recipient: string
      /** When the mail was written. */
      time: string
      /** The reason for the mail, such as `user_registration`. */
      action: string
      /** The subject line. */
      subject: string
      /** The text as HTML. Mails that open an account show it only to super admins. */
      message: string | null
      /** The plain text of a mail about an event; `message` follows from it. */
      text: string | null
      /** Set it to `draft` to hold the mail back, and to `pending` to send it. */
      status: 'draft' | 'pending' | 'sending' | 'sent' | 'failed' | 'recorded'
      /** When the mail server has taken it. */
      sentAt: string | null
      /** What the mail server said last when it refused the mail. */
      error: string | null
    }
    one: {
      /** The event that the mail is about, if its organizers can read it. */
      event: 'event' | null
    }
    many: Record<never, never>
    update: {
      /** The subject line. */
      subject?: string
      /** The plain text of a mail about an event; `message` follows from it. */
      text?: string | null
      /** Set it to `draft` to hold the mail back, and to `pending` to send it. */
      status?: 'draft' | 'pending' | 'sending' | 'sent' | 'failed' | 'recorded'
    }
  }
  /** What an event writes to people on an occasion, in place of the default text. */
  'mail-template': {
    operations: 'list' | 'read' | 'create' | 'update' | 'delete'
    nested: true
    attributes: {
      /** When the mail is written. An event has at most one template for each occasion. */
      occasion: 'session_accepted' | 'session_rejected' | 'session_confirmed' | 'session_canceled' | 'session_withdrawn' | 'session_moved' | 'new_session' | 'schedule_release' | 'speaker_invite'
      /** The subject line, with placeholders such as `{title}`. */
      subject: string
      /** The plain text, with placeholders. Empty lines separate paragraphs; web addresses become links. */
      text: string
      /** When the record was created. */
      createdAt: string
      /** When the record was last changed. */
      lastModifiedAt: string
    }
    one: {
      /** The event that the record belongs to. */
      event: 'event'
    }
    many: Record<never, never>
    create: {
      /** When the mail is written. An event has at most one template for each occasion. */
      occasion: 'session_accepted' | 'session_rejected' | 'session_confirmed' | 'session_canceled' | 'session_withdrawn' | 'session_moved' | 'new_session' | 'schedule_release' | 'speaker_invite'
      /** The subject line, with placeholders such as `{title}`. */
      subject: string
      /** The plain text, with placeholders. Empty lines separate paragraphs; web addresses become links. */
      text: string
      /** The event that the record belongs to. */
      event: Link
    }
    update: {
      /** When the mail is written. An event has at most one template for each occasion. */
      occasion?: 'session_accepted' | 'session_rejected' | 'session_confirmed' | 'session_canceled' | 'session_withdrawn' | 'session_moved' | 'new_session' | 'schedule_release' | 'speaker_invite'
      /** The subject line, with placeholders such as `{title}`. */
      subject?: string
      /** The plain text, with placeholders. Empty lines separate paragraphs; web addresses become links. */
      text?: string
    }
  }
  /** A room or stage of an event. */
  'microlocation': {
    operations: 'list' | 'read' | 'create' | 'update' | 'delete'
    nested: true
    attributes: {
      /** The name of the room. */
      name: string
      /** A UUID that stays the same in every schedule, calendar and archive. The service makes it. */
      guid: string
      /** The latitude in degrees, from -90 (south) to 90 (north). */
      latitude: number | null
      /** The longitude in degrees, from -180 (west) to 180 (east). */
      longitude: number | null
      /** The number of the floor. */
      floor: number | null
      /** The number of the room, as on its door. */
      room: string | null
      /** The place in lists. Smaller numbers come first. */
      position: number
      /** Whether front ends leave the room out when they plan the schedule. */
      hiddenInScheduler: boolean
      /** Whether the room has a chat. For front ends only. */
      isChatEnabled: boolean | null
      /** Whether the room is for the whole event. For front ends only. */
      isGlobalEventRoom: boolean | null
      /** When the room can be used. Null or an empty list means always. */
      availabilities: { 'starts-at': string; 'ends-at': string }[] | null
      /** The name of the chat room. The service makes it from the name and the id. */
      chatRoomName: string
      /** When the record was deleted. Null while it exists. */
      deletedAt: string | null
    }
    one: {
      /** The event that the record belongs to. */
      event: 'event'
    }
    many: {
      /** The sessions that take place here. */
      sessions: 'session'
    }
    create: {
      /** The name of the room. */
      name: string
      /** The latitude in degrees, from -90 (south) to 90 (north). */
      latitude?: number | null
      /** The longitude in degrees, from -180 (west) to 180 (east). */
      longitude?: number | null
      /** The number of the floor. */
      floor?: number | null
      /** The number of the room, as on its door. */
      room?: string | null
      /** The place in lists. Smaller numbers come first. */
      position?: number | null
      /** Whether front ends leave the room out when they plan the schedule. */
      hiddenInScheduler?: boolean | null
      /** Whether the room has a chat. For front ends only. */
      isChatEnabled?: boolean | null
      /** Whether the room is for the whole event. For front ends only. */
      isGlobalEventRoom?: boolean | null
      /** When the room can be used. Null or an empty list means always. */
      availabilities?: { 'starts-at': string; 'ends-at': string }[] | null
      /** The event that the record belongs to. */
      event: Link
      /** The sessions that take place here. */
      sessions?: readonly Link[]
    }
    update: {
      /** The name of the room. */
      name?: string
      /** The latitude in degrees, from -90 (south) to 90 (north). */
      latitude?: number | null
      /** The longitude in degrees, from -180 (west) to 180 (east). */
      longitude?: number | null
      /** The number of the floor. */
      floor?: number | null
      /** The number of the room, as on its door. */
      room?: string | null
      /** The place in lists. Smaller numbers come first. */
      position?: number
      /** Whether front ends leave the room out when they plan the schedule. */
      hiddenInScheduler?: boolean
      /** Whether the room has a chat. For front ends only. */
      isChatEnabled?: boolean | null
      /** Whether the room is for the whole event. For front ends only. */
      isGlobalEventRoom?: boolean | null
      /** When the room can be used. Null or an empty list means always. */
      availabilities?: { 'starts-at': string; 'ends-at': string }[] | null
      /** The sessions that take place here. */
      sessions?: readonly Link[]
    }
  }
  /** A message of the service to a user. */
  'notification': {
    operations: 'list' | 'read' | 'update' | 'delete'
    nested: false
    attributes: {
      /** Whether the user has read it. */
      isRead: boolean
      /** What happened, as data that front ends turn into text. */
      content: Record<string, unknown>
      /** When the record was created. */
      createdAt: string
      /** The same as `created-at`. For older clients. */
      receivedAt: string
    }
    one: {
      /** The user that it is for. */
      user: 'user' | null
    }
    many: Record<never, never>
    update: {
      /** Whether the user has read it. */
      isRead?: boolean
    }
  }
  /** The account at a payment provider that receives the payments of an event. An event has at most one. */
  'payment-authorization': {
    operations: 'read' | 'create' | 'update' | 'delete'
    nested: false
    attributes: {
      /** The public key of the account at the provider. */
      paymentPublishableKey: string | null
    }
    one: {
      /** The event that the record belongs to. */
      event: 'event'
    }
    many: Record<never, never>
    create: {
      /** The code from the payment provider that authorizes the service. It is never returned. */
      paymentAuthCode: string
      /** The public key of the account at the provider. */
      paymentPublishableKey?: string | null
      /** The event that the record belongs to. */
      event: Link
    }
    update: {
      /** The code from the payment provider that authorizes the service. It is never returned. */
      paymentAuthCode?: string
      /** The public key of the account at the provider. */
      paymentPublishableKey?: string | null
    }
  }
  /** What a reviewer thinks of a proposal. */
  'review': {
    operations: 'list' | 'read' | 'create' | 'update' | 'delete'
    nested: false
    attributes: {
      /** A number for each criterion, by the id of the criterion. */
      scores: Record<string, number | null>
      /** What the reviewer has to say to the organizers and the other reviewers. */
      comment: string | null
      /** The weighted mean of the scores, from 0 to 100. Null without any. */
      score: number | null
      /** When the record was created. */
      createdAt: string
      /** When the record was last changed. */
      lastModifiedAt: string
    }
    one: {
      /** The proposal. */
      session: 'session'
      /** The event that the record belongs to. */
      event: 'event' | null
      /** The user who wrote the review. */
      reviewer: 'user' | null
    }
    many: Record<never, never>
    create: {
      /** A number for each criterion, by the id of the criterion. */
      scores?: Record<string, number | null> | null
      /** What the reviewer has to say to the organizers and the other reviewers. */
      comment?: string | null
      /** The proposal. */
      session: Link
    }
    update: {
      /** A number for each criterion, by the id of the criterion. */
      scores?: Record<string, number | null>
      /** What the reviewer has to say to the organizers and the other reviewers. */
      comment?: string | null
    }
  }
  /** Something that reviewers score proposals by, such as relevance. */
  'review-criterion': {
    operations: 'list' | 'read' | 'create' | 'update' | 'delete'
    nested: true
    attributes: {
      /** What is scored. */
      name: string
      /** How much the criterion counts, compared with the others. More than 0. */
      weight: number
      /** The worst score. */
      min: number
      /** The best score. */
      max: number
      /** The place in the form. Smaller numbers come first. */
      position: number
      /** Whether every review must have a score for it. */
      isRequired: boolean
    }
    one: {
      /** The event that the record belongs to. */
      event: 'event'
    }
    many: Record<never, never>
    create: {
      /** What is scored. */
      name: string
      /** How much the criterion counts, compared with the others. More than 0. */
      weight?: number | null
      /** The worst score. */
      min?: number | null
      /** The best score. */
      max?: number | null
      /** The place in the form. Smaller numbers come first. */
      position?: number | null
      /** Whether every review must have a score for it. */
      isRequired?: boolean | null
      /** The event that the record belongs to. */
      event: Link
    }
    update: {
      /** What is scored. */
      name?: string
      /** How much the criterion counts, compared with the others. More than 0. */
      weight?: number
      /** The worst score. */
      min?: number
      /** The best score. */
      max?: number
      /** The place in the form. Smaller numbers come first. */
      position?: number
      /** Whether every review must have a score for it. */
      isRequired?: boolean
    }
  }
  /** A role that users can have at an event. */
  'role': {
    operations: 'list' | 'read' | 'create' | 'update' | 'delete'
    nested: false
    attributes: {
      /** The name of the role in the API, such as `track_organizer`. */
      name: string
      /** The name of the role for people, such as `Track Organizer`. */
      titleName: string | null
    }
    one: Record<never, never>
    many: Record<never, never>
    create: {
      /** The name of the role in the API, such as `track_organizer`. */
      name: string
      /** The name of the role for people, such as `Track Organizer`. */
      titleName?: string | null
    }
    update: {
      /** The name of the role in the API, such as `track_organizer`. */
      name?: string
      /** The name of the role for people, such as `Track Organizer`. */
      titleName?: string | null
    }
  }
  /** An invitation to take a role at an event, sent to an e-mail address. */
  'role-invite': {
    operations: 'list' | 'read' | 'create' | 'delete'
    nested: true
    attributes: {
      /** The e-mail address of the invited person. */
      email: string
      /** The role that the person gets. */
      roleName: 'owner' | 'organizer' | 'coorganizer' | 'track_organizer' | 'moderator' | 'registrar' | 'attendee' | 'reviewer'
      /** Whether the invitation has been accepted or declined. */
      status: 'pending' | 'accepted' | 'declined'
      /** When the record was created. */
      createdAt: string
    }
    one: {
      /** The event that the record belongs to. */
      event: 'event'
      /** The role that the person gets. It follows from `role-name`. */
      role: 'role' | null
    }
    many: Record<never, never>
    create: {
      /** The e-mail address of the invited person. */
      email: string
      /** The role that the person gets. */
      roleName: 'owner' | 'organizer' | 'coorganizer' | 'track_organizer' | 'moderator' | 'registrar' | 'attendee' | 'reviewer'
      /** The event that the record belongs to. */
      event: Link
      /** The role that the person gets. It follows from `role-name`. */
      role?: Link | null
    }
  }
  /** Something that is wrong with the schedule of an event. It is gone when the cause is. */
  'schedule-conflict': {
    operations: 'read'
    nested: true
    attributes: {
      /** What is wrong, such as `room` for two sessions in one room at the same time, or `incomplete` for a start without an end. */
      kind: 'room' | 'speaker' | 'room-availability' | 'speaker-availability' | 'outside-event' | 'incomplete'
      /** When the conflict starts, such as the overlap of two sessions. */
      startsAt: string
      /** When it ends. Null if the session has no end. */
      endsAt: string | null
      /** The conflict in a sentence. */
      message: string
    }
    one: {
      /** The event that the record belongs to. */
      event: 'event'
      /** The speaker concerned. */
      speaker: 'speaker' | null
      /** The room concerned. */
      microlocation: 'microlocation' | null
    }
    many: {
      /** The sessions concerned: one or two. */
      sessions: 'session'
    }
  }
  /** A version of the schedule that was made public. Later changes of sessions do not change it. */
  'schedule-release': {
    operations: 'read' | 'create' | 'update' | 'delete'
    nested: true
    attributes: {
      /** The name of the version, unique in the event. Left out, it is the next number. */
      version: string | null
      /** What visitors should know about this version. */
      comment: string | null
      /** When the version was released. */
      releasedAt: string
      /** How many sessions the version has. */
      sessionCount: number
      /** The sessions that were `added`, `moved` and `removed` since the release before, each with `id`, `title` and the `old` and `new` slot. */
      changes: Record<string, unknown>
      /** When the record was deleted. Null while it exists. */
      deletedAt: string | null
    }
    one: {
      /** The event that the record belongs to. */
      event: 'event'
    }
    many: Record<never, never>
    create: {
      /** The name of the version, unique in the event. Left out, it is the next number. */
      version?: string | null
      /** What visitors should know about this version. */
      comment?: string | null
      /** Whether speakers get a mail if their sessions were added, moved or removed. Read on create only. */
      sendEmails?: boolean | null
      /** The event that the record belongs to. */
      event: Link
    }
    update: {
      /** What visitors should know about this version. */
      comment?: string | null
      /** Whether speakers get a mail if their sessions were added, moved or removed. Read on create only. */
      sendEmails?: boolean | null
    }
  }
  /** A talk, workshop or other part of the programme of an event. */
  'session': {
    operations: 'list' | 'read' | 'create' | 'update' | 'delete'
    nested: true
    attributes: {
      /** The title in the programme. */
      title: string
      /** A UUID that stays the same in every schedule, calendar and archive. The service makes it. */
      guid: string
      /** A second line for the title. */
      subtitle: string | null
      /** How much the audience should already know. */
      level: 'Beginner' | 'Intermediate' | 'Advanced' | 'Expert' | null
      /** A summary in a few sentences, as HTML. */
      shortAbstract: string | null
      /** The full description, as HTML. */
      longAbstract: string | null
      /** Notes for the organizers, as HTML. */
      comments: string | null
      /** The language in which it is held. */
      language: string | null
      /** When the session starts. Null while it is not scheduled. */
      startsAt: string | null
      /** When the session ends. Null while it is not scheduled. */
      endsAt: string | null
      /** The address of the slides. */
      slidesUrl: string | null
      /** The address of a video recording. */
      videoUrl: string | null
      /** The address of a sound recording. */
      audioUrl: string | null
      /** The address of a page where visitors sign up for the session. */
      signupUrl: string | null
      /** Several links to slides, each with a name. */
      slides: { name: string; link: string }[] | null
      /** The address of a website. */
      website: string | null
      /** The address of a Twitter profile. */
      twitter: string | null
      /** The address of a Facebook page. */
      facebook: string | null
      /** The address of a GitHub profile or repository. */
      github: string | null
      /** The address of a LinkedIn profile. */
      linkedin: string | null
      /** The address of an Instagram profile. */
      instagram: string | null
      /** The address of a GitLab profile or repository. */
      gitlab: string | null
      /** The address of a Mastodon profile. */
      mastodon: string | null
      /** Where the session is on its way from a draft into the programme. */
      state: 'draft' | 'pending' | 'accepted' | 'confirmed' | 'rejected' | 'canceled' | 'withdrawn'
      /** When the session was submitted. */
      submittedAt: string | null
      /** Whether the speakers have been informed about the state by mail. */
      isMailSent: boolean
      /** Whether speakers can no longer change the session. */
      isLocked: boolean
      /** The answers to additional questions of the form, by field identifier. */
      complexFieldValues: Record<string, string | number | boolean | null> | null
      /** The average of the ratings. */
      averageRating: number
      /** The number of ratings. */
      ratingCount: number
      /** How many users have marked the session as a favourite. */
      favouriteCount: number
      /** The mean of the scores of the reviews. Null for those who may not read them. */
      reviewScore: number | null
      /** The number of reviews. Null for those who may not read them. */
      reviewCount: number | null
      /** When the record was created. */
      createdAt: string
      /** When the record was last changed. */
      lastModifiedAt: string
      /** When the record was deleted. Null while it exists. */
      deletedAt: string | null
    }
    one: {
      /** The event that the record belongs to. */
      event: 'event'
      /** The track of the session. */
      track: 'track' | null
      /** The type of the session. */
      sessionType: 'session-type' | null
      /** The room where it takes place. */
      microlocation: 'microlocation' | null
      /** The user who submitted the session. */
      creator: 'user' | null
    }
    many: {
      /** The people who hold the session. Not there for reviewers if the review is anonymous. */
      speakers: 'speaker'
      /** The reviews that you may read. */
      reviews: 'review'
      /** What users think of the session. */
      feedbacks: 'feedback'
      /** The invitations to hold the session together. */
      speakerInvites: 'speaker-invite'
    }
    create: {
      /** The title in the programme. */
      title: string
      /** A second line for the title. */
      subtitle?: string | null
      /** How much the audience should already know. */
      level?: 'Beginner' | 'Intermediate' | 'Advanced' | 'Expert' | null
      /** A summary in a few sentences, as HTML. */
      shortAbstract?: string | null
      /** The full description, as HTML. */
      longAbstract?: string | null
      /** Notes for the organizers, as HTML. */
      comments?: string | null
      /** The language in which it is held. */
      language?: string | null
      /** When the session starts. Null while it is not scheduled. */
      startsAt?: string | Date | null
      /** When the session ends. Null while it is not scheduled. */
      endsAt?: string | Date | null
      /** The address of the slides. */
      slidesUrl?: string | null
      /** The address of a video recording. */
      videoUrl?: string | null
      /** The address of a sound recording. */
      audioUrl?: string | null
      /** The address of a page where visitors sign up for the session. */
      signupUrl?: string | null
      /** Several links to slides, each with a name. */
      slides?: { name: string; link: string }[] | null
      /** The address of a website. */
      website?: string | null
      /** The address of a Twitter profile. */
      twitter?: string | null
      /** The address of a Facebook page. */
      facebook?: string | null
      /** The address of a GitHub profile or repository. */
      github?: string | null
      /** The address of a LinkedIn profile. */
      linkedin?: string | null
      /** The address of an Instagram profile. */
      instagram?: string | null
      /** The address of a GitLab profile or repository. */
      gitlab?: string | null
      /** The address of a Mastodon profile. */
      mastodon?: string | null
      /** Where the session is on its way from a draft into the programme. */
      state?: 'draft' | 'pending' | 'accepted' | 'confirmed' | 'rejected' | 'canceled' | 'withdrawn' | null
      /** When the session was submitted. */
      submittedAt?: string | Date | null
      /** Whether the speakers have been informed about the state by mail. */
      isMailSent?: boolean | null
      /** Whether speakers can no longer change the session. */
      isLocked?: boolean | null
      /** Whether to mail a new state, or a new time or room, to the speakers. It is not stored. */
      sendEmail?: boolean | null
      /** A reason for the change, for the mail. It is not stored. */
      decisionReason?: string | null
      /** The answers to additional questions of the form, by field identifier. */
      complexFieldValues?: Record<string, string | number | boolean | null> | null
      /** The event that the record belongs to. */
      event: Link
      /** The track of the session. */
      track?: Link | null
      /** The type of the session. */
      sessionType?: Link | null
      /** The room where it takes place. */
      microlocation?: Link | null
      /** The people who hold the session. Not there for reviewers if the review is anonymous. */
      speakers?: readonly Link[]
    }
    update: {
      /** The title in the programme. */
      title?: string
      /** A second line for the title. */
      subtitle?: string | null
      /** How much the audience should already know. */
      level?: 'Beginner' | 'Intermediate' | 'Advanced' | 'Expert' | null
      /** A summary in a few sentences, as HTML. */
      shortAbstract?: string | null
      /** The full description, as HTML. */
      longAbstract?: string | null
      /** Notes for the organizers, as HTML. */
      comments?: string | null
      /** The language in which it is held. */
      language?: string | null
      /** When the session starts. Null while it is not scheduled. */
      startsAt?: string | Date | null
      /** When the session ends. Null while it is not scheduled. */
      endsAt?: string | Date | null
      /** The address of the slides. */
      slidesUrl?: string | null
      /** The address of a video recording. */
      videoUrl?: string | null
      /** The address of a sound recording. */
      audioUrl?: string | null
      /** The address of a page where visitors sign up for the session. */
      signupUrl?: string | null
      /** Several links to slides, each with a name. */
      slides?: { name: string; link: string }[] | null
      /** The address of a website. */
      website?: string | null
      /** The address of a Twitter profile. */
      twitter?: string | null
      /** The address of a Facebook page. */
      facebook?: string | null
      /** The address of a GitHub profile or repository. */
      github?: string | null
      /** The address of a LinkedIn profile. */
      linkedin?: string | null
      /** The address of an Instagram profile. */
      instagram?: string | null
      /** The address of a GitLab profile or repository. */
      gitlab?: string | null
      /** The address of a Mastodon profile. */
      mastodon?: string | null
      /** Where the session is on its way from a draft into the programme. */
      state?: 'draft' | 'pending' | 'accepted' | 'confirmed' | 'rejected' | 'canceled' | 'withdrawn'
      /** When the session was submitted. */
      submittedAt?: string | Date | null
      /** Whether the speakers have been informed about the state by mail. */
      isMailSent?: boolean
      /** Whether speakers can no longer change the session. */
      isLocked?: boolean
      /** Whether to mail a new state, or a new time or room, to the speakers. It is not stored. */
      sendEmail?: boolean | null
      /** A reason for the change, for the mail. It is not stored. */
      decisionReason?: string | null
      /** The answers to additional questions of the form, by field identifier. */
      complexFieldValues?: Record<string, string | number | boolean | null> | null
      /** The track of the session. */
      track?: Link | null
      /** The type of the session. */
      sessionType?: Link | null
      /** The room where it takes place. */
      microlocation?: Link | null
      /** The people who hold the session. Not there for reviewers if the review is anonymous. */
      speakers?: readonly Link[]
    }
  }
  /** A kind of session, such as talk or workshop, with its usual length. */
  'session-type': {
    operations: 'list' | 'read' | 'create' | 'update' | 'delete'
    nested: true
    attributes: {
      /** The name of the type. */
      name: string
      /** The usual length in hours and minutes, such as `00:45`. */
      length: string
      /** The place in lists. Smaller numbers come first. */
      position: number
      /** When the record was deleted. Null while it exists. */
      deletedAt: string | null
    }
    one: {
      /** The event that the record belongs to. */
      event: 'event'
    }
    many: {
      /** The sessions of this type. */
      sessions: 'session'
    }
    create: {
      /** The name of the type. */
      name: string
      /** The usual length in hours and minutes, such as `00:45`. */
      length: string
      /** The place in lists. Smaller numbers come first. */
      position?: number | null
      /** The event that the record belongs to. */
      event: Link
      /** The sessions of this type. */
      sessions?: readonly Link[]
    }
    update: {
      /** The name of the type. */
      name?: string
      /** The usual length in hours and minutes, such as `00:45`. */
      length?: string
      /** The place in lists. Smaller numbers come first. */
      position?: number
      /** The sessions of this type. */
      sessions?: readonly Link[]
    }
  }
  /** The settings of this installation that administrators change while it runs. There is one record. */
  'setting': {
    operations: 'single' | 'update'
    nested: false
    attributes: {
      /** The name of this installation. */
      appName: string
      /** A slogan below the name. */
      tagline: string | null
      /** The address of the web front end. */
      frontendUrl: string | null
      /** The address of a page with help. */
      supportUrl: string | null
      /** The address of the GitHub page. */
      githubUrl: string | null
      /** The address of the Google page. */
      googleUrl: string | null
      /** The address of the Twitter profile. */
      twitterUrl: string | null
      /** The address of the Facebook page. */
      facebookUrl: string | null
      /** The address of the Instagram profile. */
      instagramUrl: string | null
      /** The address of the Patreon page. */
      patreonUrl: string | null
      /** The address of the Gitter chat. */
      gitterUrl: string | null
      /** The address of the Telegram group. */
      telegramUrl: string | null
      /** The address of the YouTube channel. */
      youtubeUrl: string | null
      /** The address of the Weblate project for translations. */
      weblateUrl: string | null
      /** The address of the Android app. */
      androidAppUrl: string | null
      /** The address of the web app. */
      webAppUrl: string | null
      /** The key of a web analytics service, for front ends. */
      analyticsKey: string | null
      /** The text that front ends show about cookies. */
      cookiePolicy: string | null
      /** The address of a page about cookies. */
      cookiePolicyLink: string | null
      /** How many minutes an unfinished order keeps its tickets. */
      orderExpiryTime: number
      /** How many additional questions a form may have. */
      maxComplexCustomFields: number
      /** The largest size of a logo in kilobytes, as a hint for front ends. */
      logoSize: number
      /** The largest size of a picture in kilobytes, as a hint for front ends. */
      imageSize: number
      /** The largest size of slides in kilobytes, as a hint for front ends. */
      slideSize: number
      /** The company that runs this installation, for invoices. */
      adminCompany: string | null
      /** The contact person for invoices. */
      adminBillingContactName: string | null
      /** The e-mail address for invoices. */
      adminBillingEmail: string | null
      /** The phone number for invoices. */
      adminBillingPhone: string | null
      /** The street and number for invoices. */
      adminBillingAddress: string | null
      /** The city for invoices. */
      adminBillingCity: string | null
      /** The postal code for invoices. */
      adminBillingZip: string | null
      /** The state or region for invoices. */
      adminBillingState: string | null
      /** The country for invoices. */
      adminBillingCountry: string | null
      /** The tax number for invoices. */
      adminBillingTaxInfo: string | null
      /** Further text for invoices. */
      adminBillingAdditionalInfo: string | null
      /** The address of the logo for invoices. */
      adminBillingLogo: string | null
    }
    one: Record<never, never>
    many: Record<never, never>
    update: {
      /** The name of this installation. */
      appName?: string
      /** A slogan below the name. */
      tagline?: string | null
      /** The address of the web front end. */
      frontendUrl?: string | null
      /** The address of a page with help. */
      supportUrl?: string | null
      /** The address of the GitHub page. */
      githubUrl?: string | null
      /** The address of the Google page. */
      googleUrl?: string | null
      /** The address of the Twitter profile. */
      twitterUrl?: string | null
      /** The address of the Facebook page. */
      facebookUrl?: string | null
      /** The address of the Instagram profile. */
      instagramUrl?: string | null
      /** The address of the Patreon page. */
      patreonUrl?: string | null
      /** The address of the Gitter chat. */
      gitterUrl?: string | null
      /** The address of the Telegram group. */
      telegramUrl?: string | null
      /** The address of the YouTube channel. */
      youtubeUrl?: string | null
      /** The address of the Weblate project for translations. */
      weblateUrl?: string | null
      /** The address of the Android app. */
      androidAppUrl?: string | null
      /** The address of the web app. */
      webAppUrl?: string | null
      /** The key of a web analytics service, for front ends. */
      analyticsKey?: string | null
      /** The text that front ends show about cookies. */
      cookiePolicy?: string | null
      /** The address of a page about cookies. */
      cookiePolicyLink?: string | null
      /** How many minutes an unfinished order keeps its tickets. */
      orderExpiryTime?: number
      /** How many additional questions a form may have. */
      maxComplexCustomFields?: number
      /** The largest size of a logo in kilobytes, as a hint for front ends. */
      logoSize?: number
      /** The largest size of a picture in kilobytes, as a hint for front ends. */
      imageSize?: number
      /** The largest size of slides in kilobytes, as a hint for front ends. */
      slideSize?: number
      /** The company that runs this installation, for invoices. */
      adminCompany?: string | null
      /** The contact person for invoices. */
      adminBillingContactName?: string | null
      /** The e-mail address for invoices. */
      adminBillingEmail?: string | null
      /** The phone number for invoices. */
      adminBillingPhone?: string | null
      /** The street and number for invoices. */
      adminBillingAddress?: string | null
      /** The city for invoices. */
      adminBillingCity?: string | null
      /** The postal code for invoices. */
      adminBillingZip?: string | null
      /** The state or region for invoices. */
      adminBillingState?: string | null
      /** The country for invoices. */
      adminBillingCountry?: string | null
      /** The tax number for invoices. */
      adminBillingTaxInfo?: string | null
      /** Further text for invoices. */
      adminBillingAdditionalInfo?: string | null
      /** The address of the logo for invoices. */
      adminBillingLogo?: string | null
    }
  }
  /** A link to a website or a social network page of an event. */
  'social-link': {
    operations: 'list' | 'read' | 'create' | 'update' | 'delete'
    nested: true
    attributes: {
      /** The name of the site or network. */
      name: string
      /** The address that it leads to. */
      link: string
      /** A short text that identifies the link. The service makes one if it is not sent. */
      identifier: string | null
      /** When the record was deleted. Null while it exists. */
      deletedAt: string | null
    }
    one: {
      /** The event that the record belongs to. */
      event: 'event'
    }
    many: Record<never, never>
    create: {
      /** The name of the site or network. */
      name: string
      /** The address that it leads to. */
      link: string
      /** A short text that identifies the link. The service makes one if it is not sent. */
      identifier?: string | null
      /** The event that the record belongs to. */
      event: Link
    }
    update: {
      /** The name of the site or network. */
      name?: string
      /** The address that it leads to. */
      link?: string
      /** A short text that identifies the link. The service makes one if it is not sent. */
      identifier?: string | null
    }
  }
  /** A person who speaks at an event. A person who speaks at two events is two speakers. */
  'speaker': {
    operations: 'list' | 'read' | 'create' | 'update' | 'delete'
    nested: true
    attributes: {
      /** The name in the programme. */
      name: string
      /** A UUID that stays the same in every schedule, calendar and archive. The service makes it. */
      guid: string
      /** The e-mail address of the speaker. */
      email: string | null
      /** Whether an organizer has entered an address that is not the one of the account. */
      isEmailOverridden: boolean
      /** The address of a photo. Setting it starts a task that makes the smaller versions. */
      photoUrl: string | null
      /** The address of the thumbnail that the service makes from the picture. */
      thumbnailImageUrl: string | null
      /** The address of the small version that the service makes from the picture. */
      smallImageUrl: string | null
      /** The address of the icon that the service makes from the picture. */
      iconImageUrl: string | null
      /** A few sentences about the person, as HTML. */
      shortBiography: string | null
      /** The full biography, as HTML. */
      longBiography: string | null
      /** Where the person has spoken before, as HTML. */
      speakingExperience: string | null
      /** What support the person needs to come, as HTML. */
      sponsorshipRequired: string | null
      /** The phone number. */
      mobile: string | null
      /** The company or organization of the person. */
      organisation: string | null
      /** The job title of the person. */
      position: string | null
      /** The country where the person lives. */
      country: string | null
      /** The city where the person lives. */
      city: string | null
      /** The postal address. */
      address: string | null
      /** How the person heard about the call for speakers. */
      heardFrom: string | null
      /** The address of a website. */
      website: string | null
      /** The address of a Twitter profile. */
      twitter: string | null
      /** The address of a Facebook page. */
      facebook: string | null
      /** The address of a GitHub profile or repository. */
      github: string | null
      /** The address of a Mastodon profile. */
      mastodon: string | null
      /** The address of a LinkedIn profile. */
      linkedin: string | null
      /** The address of an Instagram profile. */
      instagram: string | null
      /** The gender, if the person wants to say it. */
      gender: 'Man' | 'Woman' | 'Transgender' | 'Non-binary' | 'Genderqueer' | 'An identity not listed here' | 'I prefer not to say' | null
      /** Whether the speaker is highlighted. A featured speaker is public. */
      isFeatured: boolean
      /** The place in lists. Smaller numbers come first. */
      order: number
      /** The answers to additional questions of the form, by field identifier. */
      complexFieldValues: Record<string, string | number | boolean | null> | null
      /** Places in lists that front ends keep, by name. */
      speakerPositions: Record<string, string | number | boolean | null> | null
      /** When the person can speak. Null or an empty list means always. */
      availabilities: { 'starts-at': string; 'ends-at': string }[] | null
      /** Whether the person submitted the record, rather than an organizer or an import. */
      isProposed: boolean | null
      /** When the record was deleted. Null while it exists. */
      deletedAt: string | null
    }
    one: {
      /** The event that the record belongs to. */
      event: 'event'
      /** The account of the speaker. */
      user: 'user' | null
    }
    many: {
      /** The sessions that the person holds. */
      sessions: 'session'
    }
    create: {
      /** The name in the programme. */
      name: string
      /** The e-mail address of the speaker. */
      email?: string | null
      /** Whether an organizer has entered an address that is not the one of the account. */
      isEmailOverridden?: boolean | null
      /** The address of a photo. Setting it starts a task that makes the smaller versions. */
      photoUrl?: string | null
      /** A few sentences about the person, as HTML. */
      shortBiography?: string | null
      /** The full biography, as HTML. */
      longBiography?: string | null
      /** Where the person has spoken before, as HTML. */
      speakingExperience?: string | null
      /** What support the person needs to come, as HTML. */
      sponsorshipRequired?: string | null
      /** The phone number. */
      mobile?: string | null
      /** The company or organization of the person. */
      organisation?: string | null
      /** The job title of the person. */
      position?: string | null
      /** The country where the person lives. */
      country?: string | null
      /** The city where the person lives. */
      city?: string | null
      /** The postal address. */
      address?: string | null
      /** How the person heard about the call for speakers. */
      heardFrom?: string | null
      /** The address of a website. */
      website?: string | null
      /** The address of a Twitter profile. */
      twitter?: string | null
      /** The address of a Facebook page. */
      facebook?: string | null
      /** The address of a GitHub profile or repository. */
      github?: string | null
      /** The address of a Mastodon profile. */
      mastodon?: string | null
      /** The address of a LinkedIn profile. */
      linkedin?: string | null
      /** The address of an Instagram profile. */
      instagram?: string | null
      /** The gender, if the person wants to say it. */
      gender?: 'Man' | 'Woman' | 'Transgender' | 'Non-binary' | 'Genderqueer' | 'An identity not listed here' | 'I prefer not to say' | null
      /** Whether the speaker is highlighted. A featured speaker is public. */
      isFeatured?: boolean | null
      /** The place in lists. Smaller numbers come first. */
      order?: number | null
      /** The answers to additional questions of the form, by field identifier. */
      complexFieldValues?: Record<string, string | number | boolean | null> | null
      /** Places in lists that front ends keep, by name. */
      speakerPositions?: Record<string, string | number | boolean | null> | null
      /** When the person can speak. Null or an empty list means always. */
      availabilities?: { 'starts-at': string; 'ends-at': string }[] | null
      /** The event that the record belongs to. */
      event: Link
      /** The account of the speaker. */
      user?: Link | null
      /** The sessions that the person holds. */
      sessions?: readonly Link[]
    }
    update: {
      /** The name in the programme. */
      name?: string
      /** The e-mail address of the speaker. */
      email?: string | null
      /** Whether an organizer has entered an address that is not the one of the account. */
      isEmailOverridden?: boolean
      /** The address of a photo. Setting it starts a task that makes the smaller versions. */
      photoUrl?: string | null
      /** A few sentences about the person, as HTML. */
      shortBiography?: string | null
      /** The full biography, as HTML. */
      longBiography?: string | null
      /** Where the person has spoken before, as HTML. */
      speakingExperience?: string | null
      /** What support the person needs to come, as HTML. */
      sponsorshipRequired?: string | null
      /** The phone number. */
      mobile?: string | null
      /** The company or organization of the person. */
      organisation?: string | null
      /** The job title of the person. */
      position?: string | null
      /** The country where the person lives. */
      country?: string | null
      /** The city where the person lives. */
      city?: string | null
      /** The postal address. */
      address?: string | null
      /** How the person heard about the call for speakers. */
      heardFrom?: string | null
      /** The address of a website. */
      website?: string | null
      /** The address of a Twitter profile. */
      twitter?: string | null
      /** The address of a Facebook page. */
      facebook?: string | null
      /** The address of a GitHub profile or repository. */
      github?: string | null
      /** The address of a Mastodon profile. */
      mastodon?: string | null
      /** The address of a LinkedIn profile. */
      linkedin?: string | null
      /** The address of an Instagram profile. */
      instagram?: string | null
      /** The gender, if the person wants to say it. */
      gender?: 'Man' | 'Woman' | 'Transgender' | 'Non-binary' | 'Genderqueer' | 'An identity not listed here' | 'I prefer not to say' | null
      /** Whether the speaker is highlighted. A featured speaker is public. */
      isFeatured?: boolean
      /** The place in lists. Smaller numbers come first. */
      order?: number
      /** The answers to additional questions of the form, by field identifier. */
      complexFieldValues?: Record<string, string | number | boolean | null> | null
      /** Places in lists that front ends keep, by name. */
      speakerPositions?: Record<string, string | number | boolean | null> | null
      /** When the person can speak. Null or an empty list means always. */
      availabilities?: { 'starts-at': string; 'ends-at': string }[] | null
      /** The account of the speaker. */
      user?: Link | null
      /** The sessions that the person holds. */
      sessions?: readonly Link[]
    }
  }
  /** The sizes of the pictures that the service makes for speakers and users. There is one record. */
  'speaker-image-size': {
    operations: 'single' | 'update'
    nested: false
    attributes: {
      /** The kind of pictures. */
      type: string
      /** The width and height of the small version in pixels. */
      smallSizeWidthHeight: number | null
      /** The quality of the small version, from 0 to 100. */
      smallSizeQuality: number | null
      /** The width and height of the thumbnail in pixels. */
      thumbnailSizeWidthHeight: number | null
      /** The quality of the thumbnail, from 0 to 100. */
      thumbnailSizeQuality: number | null
      /** The width and height of the icon in pixels. */
      iconSizeWidthHeight: number | null
      /** The quality of the icon, from 0 to 100. */
      iconSizeQuality: number | null
    }
    one: Record<never, never>
    many: Record<never, never>
    update: {
      /** The width and height of the small version in pixels. */
      smallSizeWidthHeight?: number | null
      /** The quality of the small version, from 0 to 100. */
      smallSizeQuality?: number | null
      /** The width and height of the thumbnail in pixels. */
      thumbnailSizeWidthHeight?: number | null
      /** The quality of the thumbnail, from 0 to 100. */
      thumbnailSizeQuality?: number | null
      /** The width and height of the icon in pixels. */
      iconSizeWidthHeight?: number | null
      /** The quality of the icon, from 0 to 100. */
      iconSizeQuality?: number | null
    }
  }
  /** An invitation to hold a session together, sent to an e-mail address. */
  'speaker-invite': {
    operations: 'list' | 'read' | 'create' | 'delete'
    nested: true
    attributes: {
      /** The e-mail address of the invited person. */
      email: string
      /** Whether the invitation has been accepted or rejected, or can no longer be accepted. */
      status: 'pending' | 'accepted' | 'rejected' | 'expired'
      /** When the record was created. */
      createdAt: string
    }
    one: {
      /** The session that the person is invited to. */
      session: 'session'
      /** The event that the record belongs to. */
      event: 'event' | null
    }
    many: Record<never, never>
    create: {
      /** The e-mail address of the invited person. */
      email: string
      /** The session that the person is invited to. */
      session: Link
    }
  }
  /** The call for speakers of an event. While it is open, users can propose sessions. An event has at most one. */
  'speakers-call': {
    operations: 'list' | 'read' | 'create' | 'update' | 'delete'
    nested: true
    attributes: {
      /** The text of the call. */
      announcement: string | null
      /** When the call opens. */
      startsAt: string
      /** When the call closes. */
      endsAt: string
      /** The deadline that front ends show, which may be before the real end. */
      softEndsAt: string | null
      /** A secret part of the address of a private call. */
      hash: string | null
      /** Whether front ends show the call to everyone or only to people with its address. */
      privacy: 'public' | 'private'
      /** When the record was deleted. Null while it exists. */
      deletedAt: string | null
    }
    one: {
      /** The event that the record belongs to. */
      event: 'event'
    }
    many: Record<never, never>
    create: {
      /** The text of the call. */
      announcement?: string | null
      /** When the call opens. */
      startsAt: string | Date
      /** When the call closes. */
      endsAt: string | Date
      /** The deadline that front ends show, which may be before the real end. */
      softEndsAt?: string | Date | null
      /** A secret part of the address of a private call. */
      hash?: string | null
      /** Whether front ends show the call to everyone or only to people with its address. */
      privacy?: 'public' | 'private' | null
      /** The event that the record belongs to. */
      event: Link
    }
    update: {
      /** The text of the call. */
      announcement?: string | null
      /** When the call opens. */
      startsAt?: string | Date
      /** When the call closes. */
      endsAt?: string | Date
      /** The deadline that front ends show, which may be before the real end. */
      softEndsAt?: string | Date | null
      /** A secret part of the address of a private call. */
      hash?: string | null
      /** Whether front ends show the call to everyone or only to people with its address. */
      privacy?: 'public' | 'private'
    }
  }
  /** A company or organization that supports an event. */
  'sponsor': {
    operations: 'list' | 'read' | 'create' | 'update' | 'delete'
    nested: true
    attributes: {
      /** The name of the sponsor. */
      name: string
      /** A text about the sponsor, as HTML. */
      description: string | null
      /** The address of the website of the sponsor. */
      url: string | null
      /** The address of the logo. */
      logoUrl: string | null
      /** The rank among the sponsors, as a number. */
      level: number | null
      /** The name of the rank, such as `Gold`. */
      type: string | null
      /** When the record was deleted. Null while it exists. */
      deletedAt: string | null
    }
    one: {
      /** The event that the record belongs to. */
      event: 'event'
    }
    many: Record<never, never>
    create: {
      /** The name of the sponsor. */
      name: string
      /** A text about the sponsor, as HTML. */
      description?: string | null
      /** The address of the website of the sponsor. */
      url?: string | null
      /** The address of the logo. */
      logoUrl?: string | null
      /** The rank among the sponsors, as a number. */
      level?: number | null
      /** The name of the rank, such as `Gold`. */
      type?: string | null
      /** The event that the record belongs to. */
      event: Link
    }
    update: {
      /** The name of the sponsor. */
      name?: string
      /** A text about the sponsor, as HTML. */
      description?: string | null
      /** The address of the website of the sponsor. */
      url?: string | null
      /** The address of the logo. */
      logoUrl?: string | null
      /** The rank among the sponsors, as a number. */
      level?: number | null
      /** The name of the rank, such as `Gold`. */
      type?: string | null
    }
  }
  /** A kind of ticket that visitors of an event can get. */
  'ticket': {
    operations: 'list' | 'read' | 'create' | 'update' | 'delete'
    nested: true
    attributes: {
      /** The name of the ticket. Unique in the event. */
      name: string
      /** What the ticket includes. */
      description: string | null
      /** Whether the ticket is free, has a price, or has a price that the buyer chooses. */
      type: 'free' | 'paid' | 'donation' | 'freeRegistration' | 'paidRegistration' | 'donationRegistration'
      /** The price in the currency of the event. A paid ticket needs one. */
      price: number | null
      /** The smallest donation. */
      minPrice: number | null
      /** The largest donation. */
      maxPrice: number | null
      /** How many tickets there are. */
      quantity: number
      /** The smallest number of these tickets in one order. */
      minOrder: number
      /** The largest number of these tickets in one order. */
      maxOrder: number | null
      /** The place in lists. Smaller numbers come first. */
      position: number
      /** When the sale starts. */
      salesStartsAt: string
      /** When the sale ends. */
      salesEndsAt: string
      /** Whether front ends show the description. */
      isDescriptionVisible: boolean
      /** Whether the ticket is shown only to buyers with an access code. */
      isHidden: boolean
      /** Whether check-in is only possible at certain stations. For front ends only. */
      isCheckinRestricted: boolean
      /** Whether visitors are checked in when they register. For front ends only. */
      autoCheckinEnabled: boolean
      /** Whether the organizer pays the fees. For front ends only. */
      isFeeAbsorbed: boolean
      /** The fields of the form for attendees with this ticket, by the `form-id` of the custom forms. */
      formId: string | null
      /** The badge for attendees with this ticket. For front ends only. */
      badgeId: string | null
      /** When the record was deleted. Null while it exists. */
      deletedAt: string | null
    }
    one: {
      /** The event that the record belongs to. */
      event: 'event'
    }
    many: {
      /** The tags of the ticket. */
      ticketTags: 'ticket-tag'
      /** The discount codes for the ticket. Change these links at the codes. */
      discountCodes: 'discount-code'
      /** The access codes that show the ticket. Change these links at the codes. */
      accessCodes: 'access-code'
    }
    create: {
      /** The name of the ticket. Unique in the event. */
      name: string
      /** What the ticket includes. */
      description?: string | null
      /** Whether the ticket is free, has a price, or has a price that the buyer chooses. */
      type: 'free' | 'paid' | 'donation' | 'freeRegistration' | 'paidRegistration' | 'donationRegistration'
      /** The price in the currency of the event. A paid ticket needs one. */
      price?: number | null
      /** The smallest donation. */
      minPrice?: number | null
      /** The largest donation. */
      maxPrice?: number | null
      /** How many tickets there are. */
      quantity?: number | null
      /** The smallest number of these tickets in one order. */
      minOrder?: number | null
      /** The largest number of these tickets in one order. */
      maxOrder?: number
      /** The place in lists. Smaller numbers come first. */
      position?: number | null
      /** When the sale starts. */
      salesStartsAt: string | Date
      /** When the sale ends. */
      salesEndsAt: string | Date
      /** Whether front ends show the description. */
      isDescriptionVisible?: boolean | null
      /** Whether the ticket is shown only to buyers with an access code. */
      isHidden?: boolean | null
      /** Whether check-in is only possible at certain stations. For front ends only. */
      isCheckinRestricted?: boolean | null
      /** Whether visitors are checked in when they register. For front ends only. */
      autoCheckinEnabled?: boolean | null
      /** Whether the organizer pays the fees. For front ends only. */
      isFeeAbsorbed?: boolean | null
      /** The fields of the form for attendees with this ticket, by the `form-id` of the custom forms. */
      formId?: string | null
      /** The badge for attendees with this ticket. For front ends only. */
      badgeId?: string | null
      /** The event that the record belongs to. */
      event: Link
      /** The tags of the ticket. */
      ticketTags?: readonly Link[]
    }
    update: {
      /** The name of the ticket. Unique in the event. */
      name?: string
      /** What the ticket includes. */
      description?: string | null
      /** Whether the ticket is free, has a price, or has a price that the buyer chooses. */
      type?: 'free' | 'paid' | 'donation' | 'freeRegistration' | 'paidRegistration' | 'donationRegistration'
      /** The price in the currency of the event. A paid ticket needs one. */
      price?: number | null
      /** The smallest donation. */
      minPrice?: number | null
      /** The largest donation. */
      maxPrice?: number | null
      /** How many tickets there are. */
      quantity?: number
      /** The smallest number of these tickets in one order. */
      minOrder?: number
      /** The largest number of these tickets in one order. */
      maxOrder?: number
      /** The place in lists. Smaller numbers come first. */
      position?: number
      /** When the sale starts. */
      salesStartsAt?: string | Date
      /** When the sale ends. */
      salesEndsAt?: string | Date
      /** Whether front ends show the description. */
      isDescriptionVisible?: boolean
      /** Whether the ticket is shown only to buyers with an access code. */
      isHidden?: boolean
      /** Whether check-in is only possible at certain stations. For front ends only. */
      isCheckinRestricted?: boolean
      /** Whether visitors are checked in when they register. For front ends only. */
      autoCheckinEnabled?: boolean
      /** Whether the organizer pays the fees. For front ends only. */
      isFeeAbsorbed?: boolean
      /** The fields of the form for attendees with this ticket, by the `form-id` of the custom forms. */
      formId?: string | null
      /** The badge for attendees with this ticket. For front ends only. */
      badgeId?: string | null
      /** The tags of the ticket. */
      ticketTags?: readonly Link[]
    }
  }
  /** A label for tickets of an event. */
  'ticket-tag': {
    operations: 'list' | 'read' | 'create' | 'update' | 'delete'
    nested: true
    attributes: {
      /** The name of the tag. Unique in the event. */
      name: string
      /** When the record was deleted. Null while it exists. */
      deletedAt: string | null
    }
    one: {
      /** The event that the record belongs to. */
      event: 'event'
    }
    many: {
      /** The tickets with this tag. */
      tickets: 'ticket'
    }
    create: {
      /** The name of the tag. Unique in the event. */
      name: string
      /** The event that the record belongs to. */
      event: Link
      /** The tickets with this tag. */
      tickets?: readonly Link[]
    }
    update: {
      /** The name of the tag. Unique in the event. */
      name?: string
      /** The tickets with this tag. */
      tickets?: readonly Link[]
    }
  }
  /** A theme of an event that groups sessions, with a color. */
  'track': {
    operations: 'list' | 'read' | 'create' | 'update' | 'delete'
    nested: true
    attributes: {
      /** The name of the track. */
      name: string
      /** What the track is about. */
      description: string | null
      /** The color as a hexadecimal number, such as `#1f8ceb`. */
      color: string
      /** A color for text that is readable on `color`. The service computes it. */
      fontColor: string
      /** The place in lists. Smaller numbers come first. */
      position: number
      /** When the record was deleted. Null while it exists. */
      deletedAt: string | null
    }
    one: {
      /** The event that the record belongs to. */
      event: 'event'
    }
    many: {
      /** The sessions in the track. */
      sessions: 'session'
    }
    create: {
      /** The name of the track. */
      name: string
      /** What the track is about. */
      description?: string | null
      /** The color as a hexadecimal number, such as `#1f8ceb`. */
      color: string
      /** The place in lists. Smaller numbers come first. */
      position?: number | null
      /** The event that the record belongs to. */
      event: Link
      /** The sessions in the track. */
      sessions?: readonly Link[]
    }
    update: {
      /** The name of the track. */
      name?: string
      /** What the track is about. */
      description?: string | null
      /** The color as a hexadecimal number, such as `#1f8ceb`. */
      color?: string
      /** The place in lists. Smaller numbers come first. */
      position?: number
      /** The sessions in the track. */
      sessions?: readonly Link[]
    }
  }
  /** An account with an e-mail address and a password. */
  'user': {
    operations: 'list' | 'read' | 'create' | 'update' | 'delete'
    nested: false
    attributes: {
      /** The e-mail address for log-in and mails. A new address takes effect when it is confirmed. */
      email: string
      /** A new e-mail address that is not yet confirmed. */
      unconfirmedEmail: string | null
      /** The first name. */
      firstName: string | null
      /** The last name. */
      lastName: string | null
      /** The name that other people see. */
      publicName: string | null
      /** Whether front ends show a public profile. */
      isProfilePublic: boolean
      /** The address of a profile picture. Setting it starts a task that makes the smaller versions. */
      avatarUrl: string | null
      /** The address of the profile picture as it was stored. */
      originalImageUrl: string | null
      /** The address of the thumbnail that the service makes from the picture. */
      thumbnailImageUrl: string | null
      /** The address of the small version that the service makes from the picture. */
      smallImageUrl: string | null
      /** The address of the icon that the service makes from the picture. */
      iconImageUrl: string | null
      /** Whether an order created the account. */
      wasRegisteredWithOrder: boolean
      /** A text about the person, as HTML. */
      details: string | null
      /** A phone number or another way to reach the person. */
      contact: string | null
      /** The company or organization of the person. */
      company: string | null
      /** The code of the preferred language. The spelling of the name is that of older clients. */
      languagePrefrence: string | null
      /** The address of a Facebook page. */
      facebookUrl: string | null
      /** The address of a Twitter profile. */
      twitterUrl: string | null
      /** The address of an Instagram profile. */
      instagramUrl: string | null
      /** The address of a Google page. */
      googlePlusUrl: string | null
      /** The id of a linked Facebook account. */
      facebookId: string | null
      /** The contact person for invoices. */
      billingContactName: string | null
      /** The phone number for invoices. */
      billingPhone: string | null
      /** The street and number for invoices. */
      billingAddress: string | null
      /** The city for invoices. */
      billingCity: string | null
      /** The postal code for invoices. */
      billingZipCode: string | null
      /** The state or region for invoices. */
      billingState: string | null
      /** The country for invoices. */
      billingCountry: string | null
      /** The tax number for invoices. */
      billingTaxInfo: string | null
      /** Further text for invoices. */
      billingAdditionalInfo: string | null
      /** Whether the e-mail address is confirmed. */
      isVerified: boolean | null
      /** Whether the user is staff and may do everything at every event. */
      isAdmin: boolean | null
      /** Whether the user is staff and may also make others staff. */
      isSuperAdmin: boolean | null
      /** Whether the user works on sales. It gives no rights here. */
      isSalesAdmin: boolean | null
      /** Whether the user works on marketing. It gives no rights here. */
      isMarketer: boolean | null
      /** Whether the user can no longer log in. */
      isBlocked: boolean | null
      /** Whether the user is the owner of any event. */
      isUserOwner: boolean | null
      /** Whether the user is an organizer of any event. */
      isUserOrganizer: boolean | null
      /** Whether the user is a coorganizer of any event. */
      isUserCoorganizer: boolean | null
      /** Whether the user is a track organizer of any event. */
      isUserTrackOrganizer: boolean | null
      /** Whether the user is a moderator of any event. */
      isUserModerator: boolean | null
      /** Whether the user is a registrar of any event. */
      isUserRegistrar: boolean | null
      /** When the user last used the service. */
      lastAccessedAt: string | null
      /** When the record was created. */
      createdAt: string | null
      /** When the record was deleted. Null while it exists. */
      deletedAt: string | null
    }
    one: Record<never, never>
    many: {
      /** The events at which the user has a role. */
      events: 'event'
      /** The events at which the user is the owner. */
      ownerEvents: 'event'
      /** The events at which the user is an organizer. */
      organizerEvents: 'event'
      /** The events at which the user is a coorganizer. */
      coorganizerEvents: 'event'
      /** The events at which the user is a track organizer. */
      trackOrganizerEvents: 'event'
      /** The events at which the user is a registrar. */
      registrarEvents: 'event'
      /** The events at which the user is a moderator. */
      moderatorEvents: 'event'
      /** The events at which the user is a reviewer. */
      reviewerEvents: 'event'
      /** The sessions that the user submitted or holds. */
      sessions: 'session'
      /** The speakers that belong to the account. */
      speakers: 'speaker'
      /** The discount codes that the user created. */
      discountCodes: 'discount-code'
      /** The messages of the service to the user. */
      notifications: 'notification'
      /** The secret addresses of calendars that the user has made. */
      feedTokens: 'feed-token'
      /** The feedback that the user has given. */
      feedbacks: 'feedback'
      /** The sessions that the user has marked. */
      userFavouriteSessions: 'user-favourite-session'
    }
    create: {
      /** The e-mail address for log-in and mails. A new address takes effect when it is confirmed. */
      email: string
      /** The password, with at least 8 characters. It is never returned. */
      password: string
      /** Your own password, to prove who you are when you change an e-mail address. It is not stored. */
      currentPassword?: string | null
      /** The first name. */
      firstName?: string | null
      /** The last name. */
      lastName?: string | null
      /** The name that other people see. */
      publicName?: string | null
      /** Whether front ends show a public profile. */
      isProfilePublic?: boolean | null
      /** The address of a profile picture. Setting it starts a task that makes the smaller versions. */
      avatarUrl?: string | null
      /** A text about the person, as HTML. */
      details?: string | null
      /** A phone number or another way to reach the person. */
      contact?: string | null
      /** The company or organization of the person. */
      company?: string | null
      /** The code of the preferred language. The spelling of the name is that of older clients. */
      languagePrefrence?: string | null
      /** The address of a Facebook page. */
      facebookUrl?: string | null
      /** The address of a Twitter profile. */
      twitterUrl?: string | null
      /** The address of an Instagram profile. */
      instagramUrl?: string | null
      /** The address of a Google page. */
      googlePlusUrl?: string | null
      /** The contact person for invoices. */
      billingContactName?: string | null
      /** The phone number for invoices. */
      billingPhone?: string | null
      /** The street and number for invoices. */
      billingAddress?: string | null
      /** The city for invoices. */
      billingCity?: string | null
      /** The postal code for invoices. */
      billingZipCode?: string | null
      /** The state or region for invoices. */
      billingState?: string | null
      /** The country for invoices. */
      billingCountry?: string | null
      /** The tax number for invoices. */
      billingTaxInfo?: string | null
      /** Further text for invoices. */
      billingAdditionalInfo?: string | null
      /** Whether the e-mail address is confirmed. */
      isVerified?: boolean | null
      /** Whether the user is staff and may do everything at every event. */
      isAdmin?: boolean | null
      /** Whether the user is staff and may also make others staff. */
      isSuperAdmin?: boolean | null
      /** Whether the user works on sales. It gives no rights here. */
      isSalesAdmin?: boolean | null
      /** Whether the user works on marketing. It gives no rights here. */
      isMarketer?: boolean | null
      /** Whether the user can no longer log in. */
      isBlocked?: boolean | null
    }
    update: {
      /** The e-mail address for log-in and mails. A new address takes effect when it is confirmed. */
      email?: string
      /** Your own password, to prove who you are when you change an e-mail address. It is not stored. */
      currentPassword?: string | null
      /** The first name. */
      firstName?: string | null
      /** The last name. */
      lastName?: string | null
      /** The name that other people see. */
      publicName?: string | null
      /** Whether front ends show a public profile. */
      isProfilePublic?: boolean
      /** The address of a profile picture. Setting it starts a task that makes the smaller versions. */
      avatarUrl?: string | null
      /** A text about the person, as HTML. */
      details?: string | null
      /** A phone number or another way to reach the person. */
      contact?: string | null
      /** The company or organization of the person. */
      company?: string | null
      /** The code of the preferred language. The spelling of the name is that of older clients. */
      languagePrefrence?: string | null
      /** The address of a Facebook page. */
      facebookUrl?: string | null
      /** The address of a Twitter profile. */
      twitterUrl?: string | null
      /** The address of an Instagram profile. */
      instagramUrl?: string | null
      /** The address of a Google page. */
      googlePlusUrl?: string | null
      /** The contact person for invoices. */
      billingContactName?: string | null
      /** The phone number for invoices. */
      billingPhone?: string | null
      /** The street and number for invoices. */
      billingAddress?: string | null
      /** The city for invoices. */
      billingCity?: string | null
      /** The postal code for invoices. */
      billingZipCode?: string | null
      /** The state or region for invoices. */
      billingState?: string | null
      /** The country for invoices. */
      billingCountry?: string | null
      /** The tax number for invoices. */
      billingTaxInfo?: string | null
      /** Further text for invoices. */
      billingAdditionalInfo?: string | null
      /** Whether the e-mail address is confirmed. */
      isVerified?: boolean
      /** Whether the user is staff and may do everything at every event. */
      isAdmin?: boolean
      /** Whether the user is staff and may also make others staff. */
      isSuperAdmin?: boolean
      /** Whether the user works on sales. It gives no rights here. */
      isSalesAdmin?: boolean
      /** Whether the user works on marketing. It gives no rights here. */
      isMarketer?: boolean
      /** Whether the user can no longer log in. */
      isBlocked?: boolean
    }
  }
  /** A session that a user has marked. Only the user sees which sessions these are. */
  'user-favourite-session': {
    operations: 'list' | 'read' | 'create' | 'delete'
    nested: false
    attributes: {
      /** When the record was created. */
      createdAt: string
    }
    one: {
      /** The session that is marked. Null once it is deleted. */
      session: 'session' | null
      /** The user who marked it. */
      user: 'user' | null
    }
    many: Record<never, never>
    create: {
      /** The session that is marked. Null once it is deleted. */
      session: Link
    }
  }
  /** A role that a user has at an event. */
  'users-events-roles': {
    operations: 'list' | 'read' | 'create' | 'update' | 'delete'
    nested: true
    attributes: Record<never, never>
    one: {
      /** The event at which the user has the role. */
      event: 'event'
      /** The user who has the role. */
      user: 'user'
      /** The role. */
      role: 'role'
    }
    many: Record<never, never>
    create: {
      /** The event at which the user has the role. */
      event: Link
      /** The user who has the role. */
      user: Link
      /** The role. */
      role: Link
    }
    update: {
      /** The role. */
      role?: Link
    }
  }
  /** An address that receives a signed request for each change of an event. */
  'webhook': {
    operations: 'list' | 'read' | 'create' | 'update' | 'delete'
    nested: true
    attributes: {
      /** Where requests are sent: an https address. */
      url: string
      /** The changes that it is told of: names such as `session.created` or `schedule.released`, `speaker.*` for all of a type, `*` for all. */
      events: string[]
      /** Whether requests are sent. A receiver that returns 410 switches it off. */
      isActive: boolean
      /** Why the service switched it off. Null: it did not. */
      inactiveReason: string | null
      /** When the record was created. */
      createdAt: string
      /** The key of the signatures. Only the responses to the creation and to `rotate-secret` have it. */
      secret: string
    }
    one: {
      /** The event whose changes it is told of. */
      event: 'event'
    }
    many: {
      /** What was sent in the last 30 days, and what waits to be sent. */
      deliveries: 'webhook-delivery'
    }
    create: {
      /** Where requests are sent: an https address. */
      url: string
      /** The changes that it is told of: names such as `session.created` or `schedule.released`, `speaker.*` for all of a type, `*` for all. */
      events: string[]
      /** Whether requests are sent. A receiver that returns 410 switches it off. */
      isActive?: boolean | null
      /** The event whose changes it is told of. */
      event: Link
    }
    update: {
      /** Where requests are sent: an https address. */
      url?: string
      /** The changes that it is told of: names such as `session.created` or `schedule.released`, `speaker.*` for all of a type, `*` for all. */
      events?: string[]
      /** Whether requests are sent. A receiver that returns 410 switches it off. */
      isActive?: boolean
    }
  }
  /** A request to the address of a webhook: one for each change, with all its attempts. */
  'webhook-delivery': {
    operations: 'list' | 'read'
    nested: false
    attributes: {
      /** The header `webhook-id`, the same for all attempts. */
      messageId: string
      /** The name of the change, such as `session.updated`. */
      name: string
      /** The type of the record. */
      recordType: string
      /** The id of the record. */
      recordId: string
      /** Whether it waits, has arrived, or was given up. */
      status: 'pending' | 'delivered' | 'failed'
      /** How often it was tried. */
      attempts: number
      /** When it was last tried. */
      attemptedAt: string | null
      /** When it is tried next. Null: never. */
      nextAttemptAt: string | null
      /** The status that the receiver returned last. */
      responseStatus: number | null
      /** The start of the last response. */
      responseText: string | null
      /** How long the last attempt took, in milliseconds. */
      duration: number | null
      /** Why the last attempt failed. */
      error: string | null
      /** When the record was created. */
      createdAt: string
    }
    one: {
      /** The webhook. */
      webhook: 'webhook'
      /** The event that the webhook belongs to. */
      event: 'event' | null
    }
    many: Record<never, never>
  }
}

export const RESOURCES = {
  'access-code': { path: '/v1/access-codes', isSingle: false, one: { event: 'event', marketer: 'user' }, many: { tickets: 'ticket' } },
  'api-token': { path: '/v1/api-tokens', isSingle: false, one: { user: 'user' }, many: { events: 'event' } },
  'change': { path: '/v1/changes', isSingle: false, one: { event: 'event', user: 'user' }, many: {} },
  'custom-form': { path: '/v1/custom-forms', isSingle: false, one: { event: 'event' }, many: { customFormOptions: 'custom-form-option' } },
  'custom-form-option': { path: '/v1/custom-form-options', isSingle: false, one: { customForm: 'custom-form', event: 'event' }, many: {} },
  'discount-code': { path: '/v1/discount-codes', isSingle: false, one: { event: 'event', marketer: 'user' }, many: { tickets: 'ticket', redemptions: 'discount-redemption' } },
  'discount-redemption': { path: '/v1/discount-redemptions', isSingle: false, one: { event: 'event', discountCode: 'discount-code', user: 'user' }, many: { tickets: 'ticket' } },
  'event': { path: '/v1/events', isSingle: false, one: { eventType: 'event-type', eventTopic: 'event-topic', eventSubTopic: 'event-sub-topic', speakersCall: 'speakers-call', eventCopyright: 'event-copyright', paymentAuthorization: 'payment-authorization', discountCode: 'discount-code', owner: 'user' }, many: { microlocations: 'microlocation', socialLinks: 'social-link', tracks: 'track', sponsors: 'sponsor', sessionTypes: 'session-type', sessions: 'session', scheduleConflicts: 'schedule-conflict', speakers: 'speaker', feedbacks: 'feedback', speakerInvites: 'speaker-invite', customForms: 'custom-form', mailTemplates: 'mail-template', mails: 'mail', scheduleReleases: 'schedule-release', tickets: 'ticket', ticketTags: 'ticket-tag', discountCodes: 'discount-code', accessCodes: 'access-code', roleInvites: 'role-invite', changes: 'change', webhooks: 'webhook', roles: 'users-events-roles', organizers: 'user', coorganizers: 'user', trackOrganizers: 'user', moderators: 'user', registrars: 'user', reviewers: 'user', reviewCriteria: 'review-criterion' } },
  'event-copyright': { path: '/v1/event-copyright', isSingle: false, one: { event: 'event' }, many: {} },
  'event-image-size': { path: '/v1/event-image-sizes', isSingle: true, one: {}, many: {} },
  'event-sub-topic': { path: '/v1/event-sub-topics', isSingle: false, one: { eventTopic: 'event-topic' }, many: { events: 'event' } },
  'event-topic': { path: '/v1/event-topics', isSingle: false, one: {}, many: { events: 'event', eventSubTopics: 'event-sub-topic' } },
  'event-type': { path: '/v1/event-types', isSingle: false, one: {}, many: { events: 'event' } },
  'export-job': { path: '/v1/export-jobs', isSingle: false, one: { user: 'user', event: 'event' }, many: {} },
  'feed-token': { path: '/v1/feed-tokens', isSingle: false, one: { user: 'user' }, many: {} },
  'feedback': { path: '/v1/feedbacks', isSingle: false, one: { event: 'event', session: 'session', user: 'user' }, many: {} },
  'import-job': { path: '/v1/import-jobs', isSingle: false, one: { user: 'user', event: 'event' }, many: {} },
  'mail': { path: '/v1/mails', isSingle: false, one: { event: 'event' }, many: {} },
  'mail-template': { path: '/v1/mail-templates', isSingle: false, one: { event: 'event' }, many: {} },
  'microlocation': { path: '/v1/microlocations', isSingle: false, one: { event: 'event' }, many: { sessions: 'session' } },
  'notification': { path: '/v1/notifications', isSingle: false, one: { user: 'user' }, many: {} },
  'payment-authorization': { path: '/v1/payment-authorization', isSingle: false, one: { event: 'event' }, many: {} },
  'review': { path: '/v1/reviews', isSingle: false, one: { session: 'session', event: 'event', reviewer: 'user' }, many: {} },
  'review-criterion': { path: '/v1/review-criteria', isSingle: false, one: { event: 'event' }, many: {} },
  'role': { path: '/v1/roles', isSingle: false, one: {}, many: {} },
  'role-invite': { path: '/v1/role-invites', isSingle: false, one: { event: 'event', role: 'role' }, many: {} },
  'schedule-conflict': { path: '/v1/schedule-conflicts', isSingle: false, one: { event: 'event', speaker: 'speaker', microlocation: 'microlocation' }, many: { sessions: 'session' } },
  'schedule-release': { path: '/v1/schedule-releases', isSingle: false, one: { event: 'event' }, many: {} },
  'session': { path: '/v1/sessions', isSingle: false, one: { event: 'event', track: 'track', sessionType: 'session-type', microlocation: 'microlocation', creator: 'user' }, many: { speakers: 'speaker', reviews: 'review', feedbacks: 'feedback', speakerInvites: 'speaker-invite' } },
  'session-type': { path: '/v1/session-types', isSingle: false, one: { event: 'event' }, many: { sessions: 'session' } },
  'setting': { path: '/v1/settings', isSingle: true, one: {}, many: {} },
  'social-link': { path: '/v1/social-links', isSingle: false, one: { event: 'event' }, many: {} },
  'speaker': { path: '/v1/speakers', isSingle: false, one: { event: 'event', user: 'user' }, many: { sessions: 'session' } },
  'speaker-image-size': { path: '/v1/speaker-image-sizes', isSingle: true, one: {}, many: {} },
  'speaker-invite': { path: '/v1/speaker-invites', isSingle: false, one: { session: 'session', event: 'event' }, many: {} },
  'speakers-call': { path: '/v1/speakers-calls', isSingle: false, one: { event: 'event' }, many: {} },
  'sponsor': { path: '/v1/sponsors', isSingle: false, one: { event: 'event' }, many: {} },
  'ticket': { path: '/v1/tickets', isSingle: false, one: { event: 'event' }, many: { ticketTags: 'ticket-tag', discountCodes: 'discount-code', accessCodes: 'access-code' } },
  'ticket-tag': { path: '/v1/ticket-tags', isSingle: false, one: { event: 'event' }, many: { tickets: 'ticket' } },
  'track': { path: '/v1/tracks', isSingle: false, one: { event: 'event' }, many: { sessions: 'session' } },
  'user': { path: '/v1/users', isSingle: false, one: {}, many: { events: 'event', ownerEvents: 'event', organizerEvents: 'event', coorganizerEvents: 'event', trackOrganizerEvents: 'event', registrarEvents: 'event', moderatorEvents: 'event', reviewerEvents: 'event', sessions: 'session', speakers: 'speaker', discountCodes: 'discount-code', notifications: 'notification', feedTokens: 'feed-token', feedbacks: 'feedback', userFavouriteSessions: 'user-favourite-session' } },
  'user-favourite-session': { path: '/v1/user-favourite-sessions', isSingle: false, one: { session: 'session', user: 'user' }, many: {} },
  'users-events-roles': { path: '/v1/users-events-roles', isSingle: false, one: { event: 'event', user: 'user', role: 'role' }, many: {} },
  'webhook': { path: '/v1/webhooks', isSingle: false, one: { event: 'event' }, many: { deliveries: 'webhook-delivery' } },
  'webhook-delivery': { path: '/v1/webhook-deliveries', isSingle: false, one: { webhook: 'webhook', event: 'event' }, many: {} },
} as const

/** The routes that speak plain JSON. */
export interface Routes {
  'GET /health-check': { body: undefined; answer: { passed: boolean; output: string } }
  'GET /healthz': { body: undefined; answer: { status: string } }
  'GET /readyz': { body: undefined; answer: { status: string } }
  'POST /auth/session': { body: { email?: string; username?: string; password: string; 'remember-me'?: boolean; 'include-in-response'?: boolean }; answer: { access_token: string; refresh_token?: string } }
  'POST /v1/auth/login': { body: { email?: string; username?: string; password: string; 'remember-me'?: boolean; 'include-in-response'?: boolean }; answer: { access_token: string; refresh_token?: string } }
  'POST /v1/auth/fresh-login': { body: { email: string; password: string }; answer: { access_token: string } }
  'POST /v1/auth/token/refresh': { body: undefined; answer: { access_token: string } }
  'POST /v1/auth/logout': { body: undefined; answer: { success: boolean } }
  'POST /v1/auth/blacklist': { body: undefined; answer: { success: boolean } }
  'POST /v1/auth/verify-password': { body: { password: string }; answer: { result: boolean } }
  'POST /v1/auth/reset-password': { body: { data: { email: string } }; answer: { message: string; email: string } }
  'PATCH /v1/auth/reset-password': { body: { data: { token: string; password: string } }; answer: { id: string; email: string; name: string | null } }
  'POST /v1/auth/change-password': { body: { data: { 'old-password': string; 'new-password': string } }; answer: { id: string; email: string; name: string | null } }
  'POST /v1/users/check_email': { body: { email: string }; answer: { exists: boolean } }
  'POST /v1/users/checkEmail': { body: { email: string }; answer: { exists: boolean } }
  'GET /v1/users/user-details/get-user-id': { body: undefined; answer: { user_id: number } }
  'POST /v1/auth/verify-email': { body: { data: { token: string } }; answer: { message: string } }
  'POST /v1/auth/resend-verification-email': { body: { data: { email: string } }; answer: { message: string } }
  'POST /v1/role-invites/accept-invite': { body: { data: { token: string } }; answer: { email: string; event: string; event_identifier: string; name: string | null; role: string } }
  'POST /v1/role_invites/accept-invite': { body: { data: { token: string } }; answer: { email: string; event: string; event_identifier: string; name: string | null; role: string } }
  'POST /v1/speaker-invites/user': { body: { data: { token: string } }; answer: { email: string; event_name: string; event_identifier: string; session_title: string } }
  'POST /v1/speaker-invites/accept-invite': { body: { data: { token: string } }; answer: { event: string; event_identifier: string; session: string; speaker: string } }
  'POST /v1/speaker-invites/reject-invite': { body: { data: { token: string } }; answer: { success: true } }
  'GET /v1/tasks/{id}': { body: undefined; answer: { state: string; result?: unknown } }
  'GET /v1/users/{id}/personal-data': { body: undefined; answer: { task_url: string } }
  'POST /v1/events/{id}/export/json': { body: { image?: boolean; video?: boolean; document?: boolean; audio?: boolean; reviews?: boolean }; answer: { task_url: string } }
  'POST /v1/events/{id}/export/sessions/csv': { body: { status?: 'all' | 'draft' | 'pending' | 'accepted' | 'confirmed' | 'rejected' | 'canceled' | 'withdrawn' }; answer: { task_url: string } }
  'POST /v1/events/{id}/export/speakers/csv': { body: { status?: 'all' | 'draft' | 'pending' | 'accepted' | 'confirmed' | 'rejected' | 'canceled' | 'withdrawn' | 'without_session' }; answer: { task_url: string } }
  'POST /v1/events/import/{source}': { body: FormData; answer: { task_url: string } }
  'POST /v1/events/{id}/copy': { body: undefined; answer: { task_url: string } }
  'POST /v1/schedule-imports': { body: FormData; answer: { task_url: string } }
  'POST /v1/upload/file': { body: FormData; answer: { url: string | string[] } }
  'POST /v1/upload/files': { body: FormData; answer: { url: string | string[] } }
  'POST /v1/upload/image': { body: { data: string }; answer: { url: string } }
  'GET /v1/mail-occasions': { body: undefined; answer: ({ occasion: 'session_accepted' | 'session_rejected' | 'session_confirmed' | 'session_canceled' | 'session_withdrawn' | 'session_moved' | 'new_session' | 'schedule_release' | 'speaker_invite'; about: string; placeholders: { name: string; meaning: string }[]; subject: string; text: string })[] }
  'POST /v1/events/{id}/mail-templates/preview': { body: { occasion: 'session_accepted' | 'session_rejected' | 'session_confirmed' | 'session_canceled' | 'session_withdrawn' | 'session_moved' | 'new_session' | 'schedule_release' | 'speaker_invite'; subject?: string; text?: string }; answer: { subject: string; text: string; html: string } }
  'GET /v1/unsubscribe/{token}': { body: undefined; answer: { event_name: string; is_subscribed: boolean } }
  'POST /v1/unsubscribe/{token}': { body: undefined; answer: { event_name: string; is_subscribed: boolean } }
  'POST /v1/resubscribe/{token}': { body: undefined; answer: { event_name: string; is_subscribed: boolean } }
  'GET /v1/events/{id}/sessions/dates': { body: undefined; answer: string[] }
  'GET /v1/events/{id}/sessions/languages': { body: undefined; answer: string[] }
  'GET /v1/events/{id}/tickets/availability': { body: undefined; answer: { id: number; name: string; quantity: number; available: number }[] }
  'GET /v1/events/{id}/has-streams': { body: undefined; answer: { exists: boolean; can_access: boolean } }
  'POST /v1/role_invites/user': { body: { data: { token: string } }; answer: { email: string; name: string | null } }
  'POST /v1/role-invites/user': { body: { data: { token: string } }; answer: { email: string; name: string | null } }
  'GET /v1/sessions/states': { body: undefined; answer: { organizer: Record<string, Record<string, true>>; speaker: Record<string, Record<string, true>> } }
  'GET /v1/sessions/mails': { body: undefined; answer: Record<string, { subject: string; message: string; recipient: string }> }
  'POST /v1/sessions/{id}/notify': { body: Record<string, unknown>; answer: { success: true } }
  'GET /v1/openapi.json': { body: undefined; answer: Record<string, unknown> }
}
