"""The pages people read: one file a page, a template of the same name. No rules, no ORM writes, no scores computed here."""
