/** Generated from the OpenAPI document of the service by `npm run openapi`. */

/** A record that another one is linked to, or its id. */
export type Link = string | { id: string }

/** What the records of each type hold, and what may be done with them. Relationships name the type they lead to. */
export interface Resources {
  'access-code': {
    operations: 'list' | 'read' | 'create' | 'update' | 'delete'
    nested: true
    attributes: {
      code: string
      accessUrl: string | null
      isActive: boolean
      ticketsNumber: number | null
      minQuantity: number | null
      maxQuantity: number | null
      validFrom: string
      validTill: string | null
      deletedAt: string | null
    }
    one: {
      event: 'event'
      marketer: 'user' | null
    }
    many: {
      tickets: 'ticket'
    }
    create: {
      code: string
      accessUrl?: string | null
      isActive?: boolean | null
      ticketsNumber?: number | null
      minQuantity?: number | null
      maxQuantity?: number | null
      validFrom: string | Date
      validTill?: string | Date | null
      event: Link
      tickets?: readonly Link[]
    }
    update: {
      code?: string
      accessUrl?: string | null
      isActive?: boolean
      ticketsNumber?: number | null
      minQuantity?: number | null
      maxQuantity?: number | null
      validFrom?: string | Date
      validTill?: string | Date | null
      tickets?: readonly Link[]
    }
  }
  'custom-form': {
    operations: 'list' | 'read' | 'create' | 'update' | 'delete'
    nested: true
    attributes: {
      form: string
      type: 'text' | 'checkbox' | 'select' | 'file' | 'image' | 'email' | 'number' | 'paragraph' | 'richtextlink' | 'boolean' | 'year'
      fieldIdentifier: string
      name: string | null
      description: string | null
      isRequired: boolean
      isIncluded: boolean
      isFixed: boolean
      isPublic: boolean
      isAllowEdit: boolean
      isComplex: boolean
      position: number
      formId: string | null
      min: number | null
      max: number | null
      mainLanguage: string | null
    }
    one: {
      event: 'event'
    }
    many: Record<never, never>
    create: {
      form: string
      type?: 'text' | 'checkbox' | 'select' | 'file' | 'image' | 'email' | 'number' | 'paragraph' | 'richtextlink' | 'boolean' | 'year'
      fieldIdentifier: string
      name?: string | null
      description?: string | null
      isRequired?: boolean
      isIncluded?: boolean
      isFixed?: boolean
      isPublic?: boolean | null
      isAllowEdit?: boolean | null
      position?: number | null
      formId?: string | null
      min?: number | null
      max?: number | null
      mainLanguage?: string | null
      event: Link
    }
    update: {
      form?: string
      type?: 'text' | 'checkbox' | 'select' | 'file' | 'image' | 'email' | 'number' | 'paragraph' | 'richtextlink' | 'boolean' | 'year'
      fieldIdentifier?: string
      name?: string | null
      description?: string | null
      isRequired?: boolean
      isIncluded?: boolean
      isFixed?: boolean
      isPublic?: boolean
      isAllowEdit?: boolean
      position?: number
      formId?: string | null
      min?: number | null
      max?: number | null
      mainLanguage?: string | null
    }
  }
  'discount-code': {
    operations: 'list' | 'read' | 'create' | 'update' | 'delete'
    nested: true
    attributes: {
      code: string
      discountUrl: string | null
      value: number
      type: 'amount' | 'percent'
      isActive: boolean
      ticketsNumber: number | null
      minQuantity: number | null
      maxQuantity: number | null
      validFrom: string | null
      validTill: string | null
      usedFor: 'events' | 'tickets'
      ticketsUsed: number | null
      createdAt: string
      deletedAt: string | null
    }
    one: {
      event: 'event'
      marketer: 'user' | null
    }
    many: {
      tickets: 'ticket'
      redemptions: 'discount-redemption'
    }
    create: {
      code: string
      discountUrl?: string | null
      value: number
      type: 'amount' | 'percent'
      isActive?: boolean | null
      ticketsNumber?: number | null
      minQuantity?: number | null
      maxQuantity?: number | null
      validFrom?: string | Date | null
      validTill?: string | Date | null
      usedFor: 'events' | 'tickets'
      event: Link
      tickets?: readonly Link[]
    }
    update: {
      code?: string
      discountUrl?: string | null
      value?: number
      type?: 'amount' | 'percent'
      isActive?: boolean
      ticketsNumber?: number | null
      minQuantity?: number | null
      maxQuantity?: number | null
      validFrom?: string | Date | null
      validTill?: string | Date | null
      usedFor?: 'events' | 'tickets'
      tickets?: readonly Link[]
    }
  }
  'discount-redemption': {
    operations: 'list' | 'read' | 'delete'
    nested: false
    attributes: {
      quantity: number
      discounts: unknown[]
      createdAt: string
      deletedAt: string | null
    }
    one: {
      event: 'event'
      discountCode: 'discount-code' | null
      user: 'user' | null
    }
    many: {
      tickets: 'ticket'
    }
  }
  'event': {
    operations: 'list' | 'read' | 'create' | 'update' | 'delete'
    nested: false
    attributes: {
      identifier: string
      name: string
      description: string | null
      startsAt: string | null
      endsAt: string
      timezone: string
      state: 'draft' | 'published'
      privacy: 'public' | 'private'
      createdAt: string
      schedulePublishedOn: string | null
      online: boolean
      latitude: number | null
      longitude: number | null
      locationName: string | null
      searchableLocationName: string | null
      isMapShown: boolean
      externalEventUrl: string | null
      ticketUrl: string | null
      logoUrl: string | null
      originalImageUrl: string | null
      largeImageUrl: string | null
      thumbnailImageUrl: string | null
      iconImageUrl: string | null
      icalUrl: string | null
      xcalUrl: string | null
      pentabarfUrl: string | null
      hasOwnerInfo: boolean
      ownerName: string | null
      ownerDescription: string | null
      codeOfConduct: string | null
      afterOrderMessage: string | null
      publicStreamLink: string | null
      streamLoop: boolean
      streamAutoplay: boolean
      isChatEnabled: boolean
      chatRoomName: string
      isVideoroomEnabled: boolean
      isDocumentEnabled: boolean
      documentLinks: { name: string; link: string }[] | null
      isFeatured: boolean
      isPromoted: boolean
      isDemoted: boolean
      isAnnounced: boolean
      isBadgesEnabled: boolean
      isCfsEnabled: boolean
      isOneclickSignupEnabled: boolean
      isSessionsSpeakersEnabled: boolean
      isSponsorsEnabled: boolean
      isTicketFormEnabled: boolean
      isTicketingEnabled: boolean
      showRemainingTickets: boolean
      isTaxEnabled: boolean
      isBillingInfoMandatory: boolean
      isDonationEnabled: boolean
      isStripeLinked: boolean
      paymentCountry: string | null
      paymentCurrency: string | null
      canPayByPaypal: boolean
      canPayByStripe: boolean
      canPayByCheque: boolean
      canPayByBank: boolean
      canPayByInvoice: boolean
      canPayByOmise: boolean
      canPayByAlipay: boolean
      canPayByPaytm: boolean
      canPayOnsite: boolean
      refundPolicy: string | null
      paypalEmail: string | null
      chequeDetails: string | null
      bankDetails: string | null
      onsiteDetails: string | null
      invoiceDetails: string | null
      completedOrderSales: number | null
      placedOrderSales: number | null
      pendingOrderSales: number | null
      completedOrderTickets: number | null
      placedOrderTickets: number | null
      pendingOrderTickets: number | null
      deletedAt: string | null
    }
    one: {
      eventType: 'event-type' | null
      eventTopic: 'event-topic' | null
      eventSubTopic: 'event-sub-topic' | null
      speakersCall: 'speakers-call' | null
      eventCopyright: 'event-copyright' | null
      paymentAuthorization: 'payment-authorization' | null
      discountCode: 'discount-code' | null
      owner: 'user' | null
    }
    many: {
      microlocations: 'microlocation'
      socialLinks: 'social-link'
      tracks: 'track'
      sponsors: 'sponsor'
      sessionTypes: 'session-type'
      sessions: 'session'
      speakers: 'speaker'
      customForms: 'custom-form'
      tickets: 'ticket'
      ticketTags: 'ticket-tag'
      discountCodes: 'discount-code'
      accessCodes: 'access-code'
      roleInvites: 'role-invite'
      roles: 'users-events-roles'
      organizers: 'user'
      coorganizers: 'user'
      trackOrganizers: 'user'
      moderators: 'user'
      registrars: 'user'
    }
    create: {
      name: string
      description?: string | null
      startsAt?: string | Date
      endsAt: string | Date
      timezone?: string | null
      state?: 'draft' | 'published' | null
      privacy?: 'public' | 'private'
      schedulePublishedOn?: string | Date | null
      online?: boolean | null
      latitude?: number | null
      longitude?: number | null
      locationName?: string | null
      searchableLocationName?: string | null
      isMapShown?: boolean
      externalEventUrl?: string | null
      ticketUrl?: string | null
      logoUrl?: string | null
      originalImageUrl?: string | null
      hasOwnerInfo?: boolean | null
      ownerName?: string | null
      ownerDescription?: string | null
      codeOfConduct?: string | null
      afterOrderMessage?: string | null
      publicStreamLink?: string | null
      streamLoop?: boolean | null
      streamAutoplay?: boolean | null
      isChatEnabled?: boolean | null
      isVideoroomEnabled?: boolean | null
      isDocumentEnabled?: boolean | null
      documentLinks?: { name: string; link: string }[] | null
      isFeatured?: boolean | null
      isPromoted?: boolean | null
      isDemoted?: boolean | null
      isAnnounced?: boolean | null
      isBadgesEnabled?: boolean | null
      isCfsEnabled?: boolean | null
      isOneclickSignupEnabled?: boolean | null
      isSessionsSpeakersEnabled?: boolean | null
      isSponsorsEnabled?: boolean | null
      isTicketFormEnabled?: boolean | null
      isTicketingEnabled?: boolean | null
      showRemainingTickets?: boolean | null
      isTaxEnabled?: boolean | null
      isBillingInfoMandatory?: boolean | null
      isDonationEnabled?: boolean | null
      paymentCountry?: string | null
      paymentCurrency?: string | null
      canPayByPaypal?: boolean | null
      canPayByStripe?: boolean | null
      canPayByCheque?: boolean | null
      canPayByBank?: boolean | null
      canPayByInvoice?: boolean | null
      canPayByOmise?: boolean | null
      canPayByAlipay?: boolean | null
      canPayByPaytm?: boolean | null
      canPayOnsite?: boolean | null
      refundPolicy?: string | null
      paypalEmail?: string | null
      chequeDetails?: string | null
      bankDetails?: string | null
      onsiteDetails?: string | null
      invoiceDetails?: string | null
      eventType?: Link | null
      eventTopic?: Link | null
      eventSubTopic?: Link | null
    }
    update: {
      name?: string
      description?: string | null
      startsAt?: string | Date
      endsAt?: string | Date
      timezone?: string
      state?: 'draft' | 'published'
      privacy?: 'public' | 'private'
      schedulePublishedOn?: string | Date | null
      online?: boolean
      latitude?: number | null
      longitude?: number | null
      locationName?: string | null
      searchableLocationName?: string | null
      isMapShown?: boolean
      externalEventUrl?: string | null
      ticketUrl?: string | null
      logoUrl?: string | null
      originalImageUrl?: string | null
      hasOwnerInfo?: boolean
      ownerName?: string | null
      ownerDescription?: string | null
      codeOfConduct?: string | null
      afterOrderMessage?: string | null
      publicStreamLink?: string | null
      streamLoop?: boolean
      streamAutoplay?: boolean
      isChatEnabled?: boolean
      isVideoroomEnabled?: boolean
      isDocumentEnabled?: boolean
      documentLinks?: { name: string; link: string }[] | null
      isFeatured?: boolean
      isPromoted?: boolean
      isDemoted?: boolean
      isAnnounced?: boolean
      isBadgesEnabled?: boolean
      isCfsEnabled?: boolean
      isOneclickSignupEnabled?: boolean
      isSessionsSpeakersEnabled?: boolean
      isSponsorsEnabled?: boolean
      isTicketFormEnabled?: boolean
      isTicketingEnabled?: boolean
      showRemainingTickets?: boolean
      isTaxEnabled?: boolean
      isBillingInfoMandatory?: boolean
      isDonationEnabled?: boolean
      paymentCountry?: string | null
      paymentCurrency?: string | null
      canPayByPaypal?: boolean
      canPayByStripe?: boolean
      canPayByCheque?: boolean
      canPayByBank?: boolean
      canPayByInvoice?: boolean
      canPayByOmise?: boolean
      canPayByAlipay?: boolean
      canPayByPaytm?: boolean
      canPayOnsite?: boolean
      refundPolicy?: string | null
      paypalEmail?: string | null
      chequeDetails?: string | null
      bankDetails?: string | null
      onsiteDetails?: string | null
      invoiceDetails?: string | null
      eventType?: Link | null
      eventTopic?: Link | null
      eventSubTopic?: Link | null
    }
  }
  'event-copyright': {
    operations: 'list' | 'read' | 'create' | 'update' | 'delete'
    nested: false
    attributes: {
      holder: string | null
      holderUrl: string | null
      licence: string
      licenceUrl: string | null
      year: number | null
      logoUrl: string | null
      deletedAt: string | null
    }
    one: {
      event: 'event'
    }
    many: Record<never, never>
    create: {
      holder?: string | null
      holderUrl?: string | null
      licence: string
      licenceUrl?: string | null
      year?: number | null
      logoUrl?: string | null
      event: Link
    }
    update: {
      holder?: string | null
      holderUrl?: string | null
      licence?: string
      licenceUrl?: string | null
      year?: number | null
      logoUrl?: string | null
    }
  }
  'event-image-size': {
    operations: 'single' | 'update'
    nested: false
    attributes: {
      type: string
      fullWidth: number | null
      fullHeight: number | null
      fullAspect: boolean
      fullQuality: number | null
      thumbnailWidth: number | null
      thumbnailHeight: number | null
      thumbnailAspect: boolean
      thumbnailQuality: number | null
      iconWidth: number | null
      iconHeight: number | null
      iconAspect: boolean
      iconQuality: number | null
      logoWidth: number | null
      logoHeight: number | null
    }
    one: Record<never, never>
    many: Record<never, never>
    update: {
      fullWidth?: number | null
      fullHeight?: number | null
      fullAspect?: boolean
      fullQuality?: number | null
      thumbnailWidth?: number | null
      thumbnailHeight?: number | null
      thumbnailAspect?: boolean
      thumbnailQuality?: number | null
      iconWidth?: number | null
      iconHeight?: number | null
      iconAspect?: boolean
      iconQuality?: number | null
      logoWidth?: number | null
      logoHeight?: number | null
    }
  }
  'event-sub-topic': {
    operations: 'list' | 'read' | 'create' | 'update' | 'delete'
    nested: false
    attributes: {
      name: string
      slug: string
    }
    one: {
      eventTopic: 'event-topic' | null
    }
    many: {
      events: 'event'
    }
    create: {
      name: string
      eventTopic: Link
      events?: readonly Link[]
    }
    update: {
      name?: string
      eventTopic?: Link
      events?: readonly Link[]
    }
  }
  'event-topic': {
    operations: 'list' | 'read' | 'create' | 'update' | 'delete'
    nested: false
    attributes: {
      name: string
      systemImageUrl: string | null
      slug: string
      deletedAt: string | null
    }
    one: Record<never, never>
    many: {
      events: 'event'
      eventSubTopics: 'event-sub-topic'
    }
    create: {
      name: string
      systemImageUrl?: string | null
      events?: readonly Link[]
    }
    update: {
      name?: string
      systemImageUrl?: string | null
      events?: readonly Link[]
    }
  }
  'event-type': {
    operations: 'list' | 'read' | 'create' | 'update' | 'delete'
    nested: false
    attributes: {
      name: string
      slug: string
      deletedAt: string | null
    }
    one: Record<never, never>
    many: {
      events: 'event'
    }
    create: {
      name: string
      events?: readonly Link[]
    }
    update: {
      name?: string
      events?: readonly Link[]
    }
  }
  'export-job': {
    operations: 'list' | 'read'
    nested: false
    attributes: {
      task: string
      startsAt: string
      status: string | null
      message: string | null
    }
    one: {
      user: 'user' | null
      event: 'event' | null
    }
    many: Record<never, never>
  }
  'import-job': {
    operations: 'list' | 'read'
    nested: false
    attributes: {
      task: string
      startsAt: string
      status: string | null
      message: string | null
      result: string | null
      resultStatus: string | null
    }
    one: {
      user: 'user' | null
      event: 'event' | null
    }
    many: Record<never, never>
  }
  'mail': {
    operations: 'list' | 'read'
    nested: false
    attributes: {
      recipient: string
      time: string
      action: string
      subject: string
      message: string | null
    }
    one: Record<never, never>
    many: Record<never, never>
  }
  'microlocation': {
    operations: 'list' | 'read' | 'create' | 'update' | 'delete'
    nested: true
    attributes: {
      name: string
      latitude: number | null
      longitude: number | null
      floor: number | null
      room: string | null
      position: number
      hiddenInScheduler: boolean
      isChatEnabled: boolean | null
      isGlobalEventRoom: boolean | null
      chatRoomName: string
      deletedAt: string | null
    }
    one: {
      event: 'event'
    }
    many: {
      sessions: 'session'
    }
    create: {
      name: string
      latitude?: number | null
      longitude?: number | null
      floor?: number | null
      room?: string | null
      position?: number | null
      hiddenInScheduler?: boolean | null
      isChatEnabled?: boolean | null
      isGlobalEventRoom?: boolean | null
      event: Link
      sessions?: readonly Link[]
    }
    update: {
      name?: string
      latitude?: number | null
      longitude?: number | null
      floor?: number | null
      room?: string | null
      position?: number
      hiddenInScheduler?: boolean
      isChatEnabled?: boolean | null
      isGlobalEventRoom?: boolean | null
      sessions?: readonly Link[]
    }
  }
  'notification': {
    operations: 'list' | 'read' | 'update' | 'delete'
    nested: false
    attributes: {
      isRead: boolean
      content: Record<string, unknown>
      createdAt: string
      receivedAt: string
    }
    one: {
      user: 'user' | null
    }
    many: Record<never, never>
    update: {
      isRead?: boolean
    }
  }
  'payment-authorization': {
    operations: 'read' | 'create' | 'update' | 'delete'
    nested: false
    attributes: {
      paymentPublishableKey: string | null
    }
    one: {
      event: 'event'
    }
    many: Record<never, never>
    create: {
      paymentAuthCode: string
      paymentPublishableKey?: string | null
      event: Link
    }
    update: {
      paymentAuthCode?: string
      paymentPublishableKey?: string | null
    }
  }
  'role': {
    operations: 'list' | 'read' | 'create' | 'update' | 'delete'
    nested: false
    attributes: {
      name: string
      titleName: string | null
    }
    one: Record<never, never>
    many: Record<never, never>
    create: {
      name: string
      titleName?: string | null
    }
    update: {
      name?: string
      titleName?: string | null
    }
  }
  'role-invite': {
    operations: 'list' | 'read' | 'create' | 'delete'
    nested: true
    attributes: {
      email: string
      roleName: 'owner' | 'organizer' | 'coorganizer' | 'track_organizer' | 'moderator' | 'registrar' | 'attendee'
      status: 'pending' | 'accepted' | 'declined'
      createdAt: string
    }
    one: {
      event: 'event'
      role: 'role' | null
    }
    many: Record<never, never>
    create: {
      email: string
      roleName: 'owner' | 'organizer' | 'coorganizer' | 'track_organizer' | 'moderator' | 'registrar' | 'attendee'
      event: Link
      role?: Link | null
    }
  }
  'session': {
    operations: 'list' | 'read' | 'create' | 'update' | 'delete'
    nested: true
    attributes: {
      title: string
      subtitle: string | null
      level: 'Beginner' | 'Intermediate' | 'Advanced' | 'Expert' | null
      shortAbstract: string | null
      longAbstract: string | null
      comments: string | null
      language: string | null
      startsAt: string | null
      endsAt: string | null
      slidesUrl: string | null
      videoUrl: string | null
      audioUrl: string | null
      signupUrl: string | null
      slides: { name: string; link: string }[] | null
      website: string | null
      twitter: string | null
      facebook: string | null
      github: string | null
      linkedin: string | null
      instagram: string | null
      gitlab: string | null
      mastodon: string | null
      state: 'draft' | 'pending' | 'accepted' | 'confirmed' | 'rejected' | 'canceled' | 'withdrawn'
      submittedAt: string | null
      isMailSent: boolean
      isLocked: boolean
      complexFieldValues: Record<string, string | number | boolean | null> | null
      averageRating: number
      ratingCount: number
      favouriteCount: number
      createdAt: string
      lastModifiedAt: string
      deletedAt: string | null
    }
    one: {
      event: 'event'
      track: 'track' | null
      sessionType: 'session-type' | null
      microlocation: 'microlocation' | null
      creator: 'user' | null
    }
    many: {
      speakers: 'speaker'
    }
    create: {
      title: string
      subtitle?: string | null
      level?: 'Beginner' | 'Intermediate' | 'Advanced' | 'Expert' | null
      shortAbstract?: string | null
      longAbstract?: string | null
      comments?: string | null
      language?: string | null
      startsAt?: string | Date | null
      endsAt?: string | Date | null
      slidesUrl?: string | null
      videoUrl?: string | null
      audioUrl?: string | null
      signupUrl?: string | null
      slides?: { name: string; link: string }[] | null
      website?: string | null
      twitter?: string | null
      facebook?: string | null
      github?: string | null
      linkedin?: string | null
      instagram?: string | null
      gitlab?: string | null
      mastodon?: string | null
      state?: 'draft' | 'pending' | 'accepted' | 'confirmed' | 'rejected' | 'canceled' | 'withdrawn' | null
      submittedAt?: string | Date | null
      isMailSent?: boolean | null
      isLocked?: boolean | null
      sendEmail?: boolean | null
      complexFieldValues?: Record<string, string | number | boolean | null> | null
      event: Link
      track?: Link | null
      sessionType?: Link | null
      microlocation?: Link | null
      speakers?: readonly Link[]
    }
    update: {
      title?: string
      subtitle?: string | null
      level?: 'Beginner' | 'Intermediate' | 'Advanced' | 'Expert' | null
      shortAbstract?: string | null
      longAbstract?: string | null
      comments?: string | null
      language?: string | null
      startsAt?: string | Date | null
      endsAt?: string | Date | null
      slidesUrl?: string | null
      videoUrl?: string | null
      audioUrl?: string | null
      signupUrl?: string | null
      slides?: { name: string; link: string }[] | null
      website?: string | null
      twitter?: string | null
      facebook?: string | null
      github?: string | null
      linkedin?: string | null
      instagram?: string | null
      gitlab?: string | null
      mastodon?: string | null
      state?: 'draft' | 'pending' | 'accepted' | 'confirmed' | 'rejected' | 'canceled' | 'withdrawn'
      submittedAt?: string | Date | null
      isMailSent?: boolean
      isLocked?: boolean
      sendEmail?: boolean | null
      complexFieldValues?: Record<string, string | number | boolean | null> | null
      track?: Link | null
      sessionType?: Link | null
      microlocation?: Link | null
      speakers?: readonly Link[]
    }
  }
  'session-type': {
    operations: 'list' | 'read' | 'create' | 'update' | 'delete'
    nested: true
    attributes: {
      name: string
      length: string
      position: number
      deletedAt: string | null
    }
    one: {
      event: 'event'
    }
    many: {
      sessions: 'session'
    }
    create: {
      name: string
      length: string
      position?: number | null
      event: Link
      sessions?: readonly Link[]
    }
    update: {
      name?: string
      length?: string
      position?: number
      sessions?: readonly Link[]
    }
  }
  'setting': {
    operations: 'single' | 'update'
    nested: false
    attributes: {
      appName: string
      tagline: string | null
      frontendUrl: string | null
      supportUrl: string | null
      githubUrl: string | null
      googleUrl: string | null
      twitterUrl: string | null
      facebookUrl: string | null
      instagramUrl: string | null
      patreonUrl: string | null
      gitterUrl: string | null
      telegramUrl: string | null
      youtubeUrl: string | null
      weblateUrl: string | null
      androidAppUrl: string | null
      webAppUrl: string | null
      analyticsKey: string | null
      cookiePolicy: string | null
      cookiePolicyLink: string | null
      orderExpiryTime: number
      maxComplexCustomFields: number
      logoSize: number
      imageSize: number
      slideSize: number
      adminCompany: string | null
      adminBillingContactName: string | null
      adminBillingEmail: string | null
      adminBillingPhone: string | null
      adminBillingAddress: string | null
      adminBillingCity: string | null
      adminBillingZip: string | null
      adminBillingState: string | null
      adminBillingCountry: string | null
      adminBillingTaxInfo: string | null
      adminBillingAdditionalInfo: string | null
      adminBillingLogo: string | null
    }
    one: Record<never, never>
    many: Record<never, never>
    update: {
      appName?: string
      tagline?: string | null
      frontendUrl?: string | null
      supportUrl?: string | null
      githubUrl?: string | null
      googleUrl?: string | null
      twitterUrl?: string | null
      facebookUrl?: string | null
      instagramUrl?: string | null
      patreonUrl?: string | null
      gitterUrl?: string | null
      telegramUrl?: string | null
      youtubeUrl?: string | null
      weblateUrl?: string | null
      androidAppUrl?: string | null
      webAppUrl?: string | null
      analyticsKey?: string | null
      cookiePolicy?: string | null
      cookiePolicyLink?: string | null
      orderExpiryTime?: number
      maxComplexCustomFields?: number
      logoSize?: number
      imageSize?: number
      slideSize?: number
      adminCompany?: string | null
      adminBillingContactName?: string | null
      adminBillingEmail?: string | null
      adminBillingPhone?: string | null
      adminBillingAddress?: string | null
      adminBillingCity?: string | null
      adminBillingZip?: string | null
      adminBillingState?: string | null
      adminBillingCountry?: string | null
      adminBillingTaxInfo?: string | null
      adminBillingAdditionalInfo?: string | null
      adminBillingLogo?: string | null
    }
  }
  'social-link': {
    operations: 'list' | 'read' | 'create' | 'update' | 'delete'
    nested: true
    attributes: {
      name: string
      link: string
      identifier: string | null
      deletedAt: string | null
    }
    one: {
      event: 'event'
    }
    many: Record<never, never>
    create: {
      name: string
      link: string
      identifier?: string | null
      event: Link
    }
    update: {
      name?: string
      link?: string
      identifier?: string | null
    }
  }
  'speaker': {
    operations: 'list' | 'read' | 'create' | 'update' | 'delete'
    nested: true
    attributes: {
      name: string
      email: string | null
      isEmailOverridden: boolean
      photoUrl: string | null
      thumbnailImageUrl: string | null
      smallImageUrl: string | null
      iconImageUrl: string | null
      shortBiography: string | null
      longBiography: string | null
      speakingExperience: string | null
      sponsorshipRequired: string | null
      mobile: string | null
      organisation: string | null
      position: string | null
      country: string | null
      city: string | null
      address: string | null
      heardFrom: string | null
      website: string | null
      twitter: string | null
      facebook: string | null
      github: string | null
      mastodon: string | null
      linkedin: string | null
      instagram: string | null
      gender: 'Man' | 'Woman' | 'Transgender' | 'Non-binary' | 'Genderqueer' | 'An identity not listed here' | 'I prefer not to say' | null
      isFeatured: boolean
      order: number
      complexFieldValues: Record<string, string | number | boolean | null> | null
      speakerPositions: Record<string, string | number | boolean | null> | null
      isProposed: boolean | null
      deletedAt: string | null
    }
    one: {
      event: 'event'
      user: 'user' | null
    }
    many: {
      sessions: 'session'
    }
    create: {
      name: string
      email?: string | null
      isEmailOverridden?: boolean | null
      photoUrl?: string | null
      shortBiography?: string | null
      longBiography?: string | null
      speakingExperience?: string | null
      sponsorshipRequired?: string | null
      mobile?: string | null
      organisation?: string | null
      position?: string | null
      country?: string | null
      city?: string | null
      address?: string | null
      heardFrom?: string | null
      website?: string | null
      twitter?: string | null
      facebook?: string | null
      github?: string | null
      mastodon?: string | null
      linkedin?: string | null
      instagram?: string | null
      gender?: 'Man' | 'Woman' | 'Transgender' | 'Non-binary' | 'Genderqueer' | 'An identity not listed here' | 'I prefer not to say' | null
      isFeatured?: boolean | null
      order?: number | null
      complexFieldValues?: Record<string, string | number | boolean | null> | null
      speakerPositions?: Record<string, string | number | boolean | null> | null
      event: Link
      user?: Link | null
      sessions?: readonly Link[]
    }
    update: {
      name?: string
      email?: string | null
      isEmailOverridden?: boolean
      photoUrl?: string | null
      shortBiography?: string | null
      longBiography?: string | null
      speakingExperience?: string | null
      sponsorshipRequired?: string | null
      mobile?: string | null
      organisation?: string | null
      position?: string | null
      country?: string | null
      city?: string | null
      address?: string | null
      heardFrom?: string | null
      website?: string | null
      twitter?: string | null
      facebook?: string | null
      github?: string | null
      mastodon?: string | null
      linkedin?: string | null
      instagram?: string | null
      gender?: 'Man' | 'Woman' | 'Transgender' | 'Non-binary' | 'Genderqueer' | 'An identity not listed here' | 'I prefer not to say' | null
      isFeatured?: boolean
      order?: number
      complexFieldValues?: Record<string, string | number | boolean | null> | null
      speakerPositions?: Record<string, string | number | boolean | null> | null
      user?: Link | null
      sessions?: readonly Link[]
    }
  }
  'speaker-image-size': {
    operations: 'single' | 'update'
    nested: false
    attributes: {
      type: string
      smallSizeWidthHeight: number | null
      smallSizeQuality: number | null
      thumbnailSizeWidthHeight: number | null
      thumbnailSizeQuality: number | null
      iconSizeWidthHeight: number | null
      iconSizeQuality: number | null
    }
    one: Record<never, never>
    many: Record<never, never>
    update: {
      smallSizeWidthHeight?: number | null
      smallSizeQuality?: number | null
      thumbnailSizeWidthHeight?: number | null
      thumbnailSizeQuality?: number | null
      iconSizeWidthHeight?: number | null
      iconSizeQuality?: number | null
    }
  }
  'speakers-call': {
    operations: 'list' | 'read' | 'create' | 'update' | 'delete'
    nested: true
    attributes: {
      announcement: string | null
      startsAt: string
      endsAt: string
      softEndsAt: string | null
      hash: string | null
      privacy: 'public' | 'private'
      deletedAt: string | null
    }
    one: {
      event: 'event'
    }
    many: Record<never, never>
    create: {
      announcement?: string | null
      startsAt: string | Date
      endsAt: string | Date
      softEndsAt?: string | Date | null
      hash?: string | null
      privacy?: 'public' | 'private' | null
      event: Link
    }
    update: {
      announcement?: string | null
      startsAt?: string | Date
      endsAt?: string | Date
      softEndsAt?: string | Date | null
      hash?: string | null
      privacy?: 'public' | 'private'
    }
  }
  'sponsor': {
    operations: 'list' | 'read' | 'create' | 'update' | 'delete'
    nested: true
    attributes: {
      name: string
      description: string | null
      url: string | null
      logoUrl: string | null
      level: number | null
      type: string | null
      deletedAt: string | null
    }
    one: {
      event: 'event'
    }
    many: Record<never, never>
    create: {
      name: string
      description?: string | null
      url?: string | null
      logoUrl?: string | null
      level?: number | null
      type?: string | null
      event: Link
    }
    update: {
      name?: string
      description?: string | null
      url?: string | null
      logoUrl?: string | null
      level?: number | null
      type?: string | null
    }
  }
  'ticket': {
    operations: 'list' | 'read' | 'create' | 'update' | 'delete'
    nested: true
    attributes: {
      name: string
      description: string | null
      type: 'free' | 'paid' | 'donation' | 'freeRegistration' | 'paidRegistration' | 'donationRegistration'
      price: number | null
      minPrice: number | null
      maxPrice: number | null
      quantity: number
      minOrder: number
      maxOrder: number | null
      position: number
      salesStartsAt: string
      salesEndsAt: string
      isDescriptionVisible: boolean
      isHidden: boolean
      isCheckinRestricted: boolean
      autoCheckinEnabled: boolean
      isFeeAbsorbed: boolean
      formId: string | null
      badgeId: string | null
      deletedAt: string | null
    }
    one: {
      event: 'event'
    }
    many: {
      ticketTags: 'ticket-tag'
      discountCodes: 'discount-code'
      accessCodes: 'access-code'
    }
    create: {
      name: string
      description?: string | null
      type: 'free' | 'paid' | 'donation' | 'freeRegistration' | 'paidRegistration' | 'donationRegistration'
      price?: number | null
      minPrice?: number | null
      maxPrice?: number | null
      quantity?: number | null
      minOrder?: number | null
      maxOrder?: number
      position?: number | null
      salesStartsAt: string | Date
      salesEndsAt: string | Date
      isDescriptionVisible?: boolean | null
      isHidden?: boolean | null
      isCheckinRestricted?: boolean | null
      autoCheckinEnabled?: boolean | null
      isFeeAbsorbed?: boolean | null
      formId?: string | null
      badgeId?: string | null
      event: Link
      ticketTags?: readonly Link[]
    }
    update: {
      name?: string
      description?: string | null
      type?: 'free' | 'paid' | 'donation' | 'freeRegistration' | 'paidRegistration' | 'donationRegistration'
      price?: number | null
      minPrice?: number | null
      maxPrice?: number | null
      quantity?: number
      minOrder?: number
      maxOrder?: number
      position?: number
      salesStartsAt?: string | Date
      salesEndsAt?: string | Date
      isDescriptionVisible?: boolean
      isHidden?: boolean
      isCheckinRestricted?: boolean
      autoCheckinEnabled?: boolean
      isFeeAbsorbed?: boolean
      formId?: string | null
      badgeId?: string | null
      ticketTags?: readonly Link[]
    }
  }
  'ticket-tag': {
    operations: 'list' | 'read' | 'create' | 'update' | 'delete'
    nested: true
    attributes: {
      name: string
      deletedAt: string | null
    }
    one: {
      event: 'event'
    }
    many: {
      tickets: 'ticket'
    }
    create: {
      name: string
      event: Link
      tickets?: readonly Link[]
    }
    update: {
      name?: string
      tickets?: readonly Link[]
    }
  }
  'track': {
    operations: 'list' | 'read' | 'create' | 'update' | 'delete'
    nested: true
    attributes: {
      name: string
      description: string | null
      color: string
      fontColor: string
      position: number
      deletedAt: string | null
    }
    one: {
      event: 'event'
    }
    many: {
      sessions: 'session'
    }
    create: {
      name: string
      description?: string | null
      color: string
      position?: number | null
      event: Link
      sessions?: readonly Link[]
    }
    update: {
      name?: string
      description?: string | null
      color?: string
      position?: number
      sessions?: readonly Link[]
    }
  }
  'user': {
    operations: 'list' | 'read' | 'create' | 'update' | 'delete'
    nested: false
    attributes: {
      email: string
      unconfirmedEmail: string | null
      firstName: string | null
      lastName: string | null
      publicName: string | null
      isProfilePublic: boolean
      avatarUrl: string | null
      originalImageUrl: string | null
      thumbnailImageUrl: string | null
      smallImageUrl: string | null
      iconImageUrl: string | null
      wasRegisteredWithOrder: boolean
      details: string | null
      contact: string | null
      company: string | null
      languagePrefrence: string | null
      facebookUrl: string | null
      twitterUrl: string | null
      instagramUrl: string | null
      googlePlusUrl: string | null
      facebookId: string | null
      billingContactName: string | null
      billingPhone: string | null
      billingAddress: string | null
      billingCity: string | null
      billingZipCode: string | null
      billingState: string | null
      billingCountry: string | null
      billingTaxInfo: string | null
      billingAdditionalInfo: string | null
      isVerified: boolean | null
      isAdmin: boolean | null
      isSuperAdmin: boolean | null
      isSalesAdmin: boolean | null
      isMarketer: boolean | null
      isBlocked: boolean | null
      isUserOwner: boolean | null
      isUserOrganizer: boolean | null
      isUserCoorganizer: boolean | null
      isUserTrackOrganizer: boolean | null
      isUserModerator: boolean | null
      isUserRegistrar: boolean | null
      lastAccessedAt: string | null
      createdAt: string | null
      deletedAt: string | null
    }
    one: Record<never, never>
    many: {
      events: 'event'
      ownerEvents: 'event'
      organizerEvents: 'event'
      coorganizerEvents: 'event'
      trackOrganizerEvents: 'event'
      registrarEvents: 'event'
      moderatorEvents: 'event'
      sessions: 'session'
      speakers: 'speaker'
      discountCodes: 'discount-code'
      notifications: 'notification'
    }
    create: {
      email: string
      password: string
      currentPassword?: string | null
      firstName?: string | null
      lastName?: string | null
      publicName?: string | null
      isProfilePublic?: boolean | null
      avatarUrl?: string | null
      details?: string | null
      contact?: string | null
      company?: string | null
      languagePrefrence?: string | null
      facebookUrl?: string | null
      twitterUrl?: string | null
      instagramUrl?: string | null
      googlePlusUrl?: string | null
      billingContactName?: string | null
      billingPhone?: string | null
      billingAddress?: string | null
      billingCity?: string | null
      billingZipCode?: string | null
      billingState?: string | null
      billingCountry?: string | null
      billingTaxInfo?: string | null
      billingAdditionalInfo?: string | null
      isVerified?: boolean | null
      isAdmin?: boolean | null
      isSuperAdmin?: boolean | null
      isSalesAdmin?: boolean | null
      isMarketer?: boolean | null
      isBlocked?: boolean | null
    }
    update: {
      email?: string
      currentPassword?: string | null
      firstName?: string | null
      lastName?: string | null
      publicName?: string | null
      isProfilePublic?: boolean
      avatarUrl?: string | null
      details?: string | null
      contact?: string | null
      company?: string | null
      languagePrefrence?: string | null
      facebookUrl?: string | null
      twitterUrl?: string | null
      instagramUrl?: string | null
      googlePlusUrl?: string | null
      billingContactName?: string | null
      billingPhone?: string | null
      billingAddress?: string | null
      billingCity?: string | null
      billingZipCode?: string | null
      billingState?: string | null
      billingCountry?: string | null
      billingTaxInfo?: string | null
      billingAdditionalInfo?: string | null
      isVerified?: boolean
      isAdmin?: boolean
      isSuperAdmin?: boolean
      isSalesAdmin?: boolean
      isMarketer?: boolean
      isBlocked?: boolean
    }
  }
  'users-events-roles': {
    operations: 'list' | 'read' | 'create' | 'update' | 'delete'
    nested: true
    attributes: Record<never, never>
    one: {
      event: 'event'
      user: 'user'
      role: 'role'
    }
    many: Record<never, never>
    create: {
      event: Link
      user: Link
      role: Link
    }
    update: {
      role?: Link
    }
  }
}

export const RESOURCES = {
  'access-code': { path: '/v1/access-codes', isSingle: false, one: { event: 'event', marketer: 'user' }, many: { tickets: 'ticket' } },
  'custom-form': { path: '/v1/custom-forms', isSingle: false, one: { event: 'event' }, many: {} },
  'discount-code': { path: '/v1/discount-codes', isSingle: false, one: { event: 'event', marketer: 'user' }, many: { tickets: 'ticket', redemptions: 'discount-redemption' } },
  'discount-redemption': { path: '/v1/discount-redemptions', isSingle: false, one: { event: 'event', discountCode: 'discount-code', user: 'user' }, many: { tickets: 'ticket' } },
  'event': { path: '/v1/events', isSingle: false, one: { eventType: 'event-type', eventTopic: 'event-topic', eventSubTopic: 'event-sub-topic', speakersCall: 'speakers-call', eventCopyright: 'event-copyright', paymentAuthorization: 'payment-authorization', discountCode: 'discount-code', owner: 'user' }, many: { microlocations: 'microlocation', socialLinks: 'social-link', tracks: 'track', sponsors: 'sponsor', sessionTypes: 'session-type', sessions: 'session', speakers: 'speaker', customForms: 'custom-form', tickets: 'ticket', ticketTags: 'ticket-tag', discountCodes: 'discount-code', accessCodes: 'access-code', roleInvites: 'role-invite', roles: 'users-events-roles', organizers: 'user', coorganizers: 'user', trackOrganizers: 'user', moderators: 'user', registrars: 'user' } },
  'event-copyright': { path: '/v1/event-copyright', isSingle: false, one: { event: 'event' }, many: {} },
  'event-image-size': { path: '/v1/event-image-sizes', isSingle: true, one: {}, many: {} },
  'event-sub-topic': { path: '/v1/event-sub-topics', isSingle: false, one: { eventTopic: 'event-topic' }, many: { events: 'event' } },
  'event-topic': { path: '/v1/event-topics', isSingle: false, one: {}, many: { events: 'event', eventSubTopics: 'event-sub-topic' } },
  'event-type': { path: '/v1/event-types', isSingle: false, one: {}, many: { events: 'event' } },
  'export-job': { path: '/v1/export-jobs', isSingle: false, one: { user: 'user', event: 'event' }, many: {} },
  'import-job': { path: '/v1/import-jobs', isSingle: false, one: { user: 'user', event: 'event' }, many: {} },
  'mail': { path: '/v1/mails', isSingle: false, one: {}, many: {} },
  'microlocation': { path: '/v1/microlocations', isSingle: false, one: { event: 'event' }, many: { sessions: 'session' } },
  'notification': { path: '/v1/notifications', isSingle: false, one: { user: 'user' }, many: {} },
  'payment-authorization': { path: '/v1/payment-authorization', isSingle: false, one: { event: 'event' }, many: {} },
  'role': { path: '/v1/roles', isSingle: false, one: {}, many: {} },
  'role-invite': { path: '/v1/role-invites', isSingle: false, one: { event: 'event', role: 'role' }, many: {} },
  'session': { path: '/v1/sessions', isSingle: false, one: { event: 'event', track: 'track', sessionType: 'session-type', microlocation: 'microlocation', creator: 'user' }, many: { speakers: 'speaker' } },
  'session-type': { path: '/v1/session-types', isSingle: false, one: { event: 'event' }, many: { sessions: 'session' } },
  'setting': { path: '/v1/settings', isSingle: true, one: {}, many: {} },
  'social-link': { path: '/v1/social-links', isSingle: false, one: { event: 'event' }, many: {} },
  'speaker': { path: '/v1/speakers', isSingle: false, one: { event: 'event', user: 'user' }, many: { sessions: 'session' } },
  'speaker-image-size': { path: '/v1/speaker-image-sizes', isSingle: true, one: {}, many: {} },
  'speakers-call': { path: '/v1/speakers-calls', isSingle: false, one: { event: 'event' }, many: {} },
  'sponsor': { path: '/v1/sponsors', isSingle: false, one: { event: 'event' }, many: {} },
  'ticket': { path: '/v1/tickets', isSingle: false, one: { event: 'event' }, many: { ticketTags: 'ticket-tag', discountCodes: 'discount-code', accessCodes: 'access-code' } },
  'ticket-tag': { path: '/v1/ticket-tags', isSingle: false, one: { event: 'event' }, many: { tickets: 'ticket' } },
  'track': { path: '/v1/tracks', isSingle: false, one: { event: 'event' }, many: { sessions: 'session' } },
  'user': { path: '/v1/users', isSingle: false, one: {}, many: { events: 'event', ownerEvents: 'event', organizerEvents: 'event', coorganizerEvents: 'event', trackOrganizerEvents: 'event', registrarEvents: 'event', moderatorEvents: 'event', sessions: 'session', speakers: 'speaker', discountCodes: 'discount-code', notifications: 'notification' } },
  'users-events-roles': { path: '/v1/users-events-roles', isSingle: false, one: { event: 'event', user: 'user', role: 'role' }, many: {} },
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
  'GET /v1/tasks/{id}': { body: undefined; answer: { state: string; result?: unknown } }
  'POST /v1/events/{id}/export/json': { body: { image?: boolean; video?: boolean; document?: boolean; audio?: boolean }; answer: { task_url: string } }
  'POST /v1/events/{id}/export/sessions/csv': { body: { status?: 'all' | 'draft' | 'pending' | 'accepted' | 'confirmed' | 'rejected' | 'canceled' | 'withdrawn' }; answer: { task_url: string } }
  'POST /v1/events/{id}/export/speakers/csv': { body: { status?: 'all' | 'draft' | 'pending' | 'accepted' | 'confirmed' | 'rejected' | 'canceled' | 'withdrawn' | 'without_session' }; answer: { task_url: string } }
  'POST /v1/events/import/{source}': { body: FormData; answer: { task_url: string } }
  'POST /v1/events/{id}/copy': { body: undefined; answer: { task_url: string } }
  'POST /v1/upload/file': { body: FormData; answer: { url: string | string[] } }
  'POST /v1/upload/files': { body: FormData; answer: { url: string | string[] } }
  'POST /v1/upload/image': { body: { data: string }; answer: { url: string } }
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
