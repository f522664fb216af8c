from riverboat import cards
